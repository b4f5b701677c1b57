import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Marked, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import { readCommand } from './src/analyse/marks.ts';
import { printed } from './src/apostrophes.ts';

// Where the games' pages are: what else the docs hold is not on the page.
const games = join(import.meta.dirname, '../docs/games');

/** The rules' Markdown as HTML, made when the page is built: no reader is sent a Markdown library. */
export function markdown(): Plugin {
  return {
    name: 'markdown',
    transform: (text, id) => (id.endsWith('.md') ? { code: moduleOf(text), map: null } : undefined),
  };
}

/**
 * A module whose default export is the page as parts: HTML, and the pictures that have their command in a comment above, with what
 * it draws. Its pictures are imports, so that the bundler brings them along.
 */
export function moduleOf(text: string): string {
  const pictures: string[] = [];
  const figures: string[] = [];
  // The places of a picture's address and of a figure; no page has these characters.
  const [address, figure] = ['\u0001', '\u0002'];
  let command = '';
  const isPicture = (tokens: Tokens.Generic[]) => tokens.length === 1 && tokens[0]!.type === 'image';
  const marked = new Marked({
    walkTokens(token) {
      if (token.type === 'text' || token.type === 'image') token.text = printed(token.text);
    },
    renderer: {
      html: ({ text: comment }) => {
        command = /^<!--\s*([\s\S]*?)\s*-->/.exec(comment)?.[1] ?? '';
        return '';
      },
      paragraph({ tokens }) {
        const drawing = isPicture(tokens) ? readCommand(command) : undefined;
        command = '';
        if (!drawing) return `<p>${this.parser.parseInline(tokens)}</p>\n`;
        const { href, text: words } = tokens[0] as Tokens.Image;
        figures.push(`{ picture: picture${pictures.push(href) - 1}, words: ${JSON.stringify(words)}, drawing: ${JSON.stringify(drawing)} }`);
        return figure;
      },
      heading({ tokens, depth }) {
        const inside = this.parser.parseInline(tokens);
        return depth === 1 ? `<h2 id="rules-title" tabindex="-1">${inside}</h2>\n` : `<h${depth + 1}>${inside}</h${depth + 1}>\n`;
      },
      link({ href, tokens }) {
        const inside = this.parser.parseInline(tokens);
        const game = /^(\w+)(?:\.\w\w)?\.md$/.exec(href)?.[1];
        return game && existsSync(join(games, `${game}.md`)) ? `<a href="?rules=${game}" data-rules="${game}">${inside}</a>` : inside;
      },
      image({ href, text: words }) {
        const place = `${address}${pictures.push(href) - 1}${address}`;
        return `<img src="${place}" alt="${words.replaceAll('"', '&quot;')}">`;
      },
    },
  });
  // Between two addresses stands the number of the picture.
  const html = (part: string) => part.split(address).map((piece, i) => (i % 2 ? `picture${piece}` : JSON.stringify(piece))).join(' + ');
  const parts = marked.parse(text, { async: false }).split(figure).flatMap((part, i) => [...(part ? [html(part)] : []), ...figures.slice(i, i + 1)]);
  const imports = pictures.map((href, i) => `import picture${i} from ${JSON.stringify(href)};\n`).join('');
  return `${imports}export default [${parts.join(', ')}];\n`;
}
