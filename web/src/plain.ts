/**
 * A text that somebody wrote or pasted, as one line of plain characters: what `as_one_line` in src/base/text.hpp makes of it. So the
 * records and pictures that hold it are such as the program reads: control characters, separators of lines, what turns the direction of
 * writing round, and byte order marks become blanks; half a surrogate pair becomes U+FFFD.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu, ' ').replace(/\p{Cs}/gu, '\ufffd');
}

/** The first characters of a text, as many as the program counts: not halves of surrogate pairs, as `slice` does. */
export function firstLetters(text: string, most: number): string {
  const letters = [...text];
  return letters.length > most ? letters.slice(0, most).join('') : text;
}

/** What stands in a field, as one line of no more than `most` letters; the field is made to say the same. */
export function plainValue(field: HTMLInputElement, most: number): string {
  const plain = firstLetters(oneLine(field.value), most);
  if (plain !== field.value) field.value = plain;
  return plain;
}

/** The number that stands in a field, within its bounds and on its steps; what is none is `otherwise`. The field is made to say the same. */
export function numberIn(field: HTMLInputElement, otherwise: number): number {
  const step = Number(field.step) || 1;
  const typed = Number.isFinite(field.valueAsNumber) ? Math.round(field.valueAsNumber / step) * step : otherwise;
  const number = Math.min(Number(field.max || Infinity), Math.max(Number(field.min || -Infinity), typed));
  if (field.value !== String(number)) field.value = String(number);
  return number;
}
