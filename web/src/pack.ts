/** Texts as they stand in addresses. */

/** Letters: longer addresses are cut off by what they are sent with. */
export const mostData = 16_000;

/** Undefined where it would be too long for an address. */
export async function pack(text: string): Promise<string | undefined> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const data = letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return data.length <= mostData ? data : undefined;
}

/** Throws where it is no text, or one of more bytes: a few letters can become very many, and no more are looked at. */
export async function unpack(data: string, mostBytes: number): Promise<string> {
  if (data.length > mostData) throw new Error('the address is too long');
  const bytes = Uint8Array.from(atob(data.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [text, size] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > mostBytes) {
      void reader.cancel();
      throw new Error('the text is too long');
    }
    text += decoder.decode(value, { stream: true });
  }
}
