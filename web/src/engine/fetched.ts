/** What lies at an address of the web. */
export async function readHere(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`engine: ${response.status} instead of ${address}`);
  // Not to be compiled while it comes: some web servers do not know what a .wasm is.
  return response.arrayBuffer();
}
