import { Marked } from 'marked';
import type { Plugin } from 'vite';

/** The rules' Markdown as HTML, made when the page is built: no reader is sent a Markdown library. */
export function markdown(): Plugin {
  return {
    name: 'markdown',
    transform: (text, id) => (id.endsWith('.md') ? { code: moduleOf(text), map: null } : undefined),
  };
}

/** A module whose default export is the HTML. Its pictures are imports, so that the bundler brings them along. */
export function moduleOf(text: string): string {
  const pictures: string[] = [];
  // The place of a picture's address; no page has this character.
  const place = '\u0001';
  const marked = new Marked({
    renderer: {
      html: () => '',
      heading({ tokens, depth }) {
        const inside = this.parser.parseInline(tokens);
        return depth === 1 ? `<h2 id="rules-title" tabindex="-1">${inside}</h2>\n` : `<h${depth + 1}>${inside}</h${depth + 1}>\n`;
      },
      link({ href, tokens }) {
        const inside = this.parser.parseInline(tokens);
        const game = /^(\w+)(?:\.\w\w)?\.md$/.exec(href)?.[1];
        return game ? `<a href="?rules=${game}" data-rules="${game}">${inside}</a>` : inside;
      },
      image({ href, text: words }) {
        pictures.push(href);
        return `<img src="${place}" alt="${words.replaceAll('"', '&quot;')}">`;
      },
    },
  });
  const html = marked.parse(text, { async: false }).split(place).map((part) => JSON.stringify(part));
  const imports = pictures.map((href, i) => `import picture${i} from ${JSON.stringify(href)};\n`).join('');
  return `${imports}export default ${html.map((part, i) => (i === 0 ? part : `picture${i - 1} + ${part}`)).join(' + ')};\n`;
}
