/** docs/writing-games.md as HTML, made when the page is built. */
const pages = import.meta.glob<string[]>('../../../docs/writing-games.md', { import: 'default', eager: true });

// Its heading is that of the panel it stands in; those below begin one step lower.
export const reference = Object.values(pages)[0]!.join('').replaceAll('<pre>', '<pre tabindex="0">').replace(/<h2[^>]*>.*?<\/h2>\n?/, '');
