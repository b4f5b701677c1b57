/**
 * Copies the text of a field, by whatever way the browser gives; a page that came without https has no clipboard. Where there is
 * none, the text is selected and has the keyboard. Whether it was copied.
 */
export async function copyText(field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // There is none, or no leave to use it.
  }
  const before = document.activeElement;
  field.focus();
  field.select();
  if (!document.execCommand('copy')) return false;
  if (before instanceof HTMLElement) before.focus();
  return true;
}

/** What is pressed to copy what is selected. */
export const copyKeys = (): string => (/Mac|iP(hone|ad|od)/.test(navigator.platform) ? '⌘C' : 'Ctrl+C');
