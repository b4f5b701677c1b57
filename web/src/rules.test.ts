import { describe, expect, it } from 'vitest';
import { moduleOf } from '../markdown.ts';
import { hasRules, loadRules } from './rules.ts';

describe('a page of Markdown', () => {
  it('becomes HTML with headings one level down, without comments', () => {
    expect(moduleOf('# Boop\n\n<!-- how\nit was drawn -->\n## A turn\n\n**Place** `a1`\n')).toBe(
      'export default ["<h2 id=\\"rules-title\\" tabindex=\\"-1\\">Boop</h2>\\n<h3>A turn</h3>\\n<p><strong>Place</strong> <code>a1</code></p>\\n"];\n',
    );
  });

  it('brings its pictures along', () => {
    expect(moduleOf('![A "row"](../pictures/row.svg)')).toBe(
      'import picture0 from "../pictures/row.svg";\nexport default ["<p><img src=\\"" + picture0 + "\\" alt=\\"A &quot;row&quot;\\"></p>\\n"];\n',
    );
  });

  it('has a picture with the command above it as a part of its own', () => {
    const text = 'One\n\n<!-- tavoliere show boop:size=5x5 --position "6/6 x" --moves "c4 a1" --marks "cross:b2" --svg x/row.svg -->\n![A "row"](../row.svg)\n\nTwo\n';
    const drawing = '{"game":"boop:size=5x5","position":"6/6 x","marks":"cross:b2","caption":"","style":"screen","coordinates":true,"turned":false,"moves":"c4 a1"}';
    expect(moduleOf(text)).toBe(
      `import picture0 from "../row.svg";\nexport default ["<p>One</p>\\n", { picture: picture0, words: "A \\"row\\"", drawing: ${drawing} }, "<p>Two</p>\\n"];\n`,
    );
  });

  it('has no command for a picture that does not follow it at once, or that another program drew', () => {
    expect(moduleOf('<!-- tavoliere show boop --svg a.svg -->\n\nText.\n\n![A](a.svg)\n')).not.toContain('drawing');
    expect(moduleOf('<!-- tavoliere value clobber --thermograph a.svg -->\n![A](a.svg)\n')).not.toContain('drawing');
  });

  it('has apostrophes as in print, but in code', () => {
    expect(moduleOf("# L'ora\n\n- **Dell'uno**, `l'altro` è d'*or*\n\n![L'ora](a.svg)\n\n<!-- tavoliere show boop --svg x/a.svg -->\n![L'ora](a.svg)\n")).toMatch(
      /L’ora.*Dell’uno.*l&#39;altro.*d’<em>.*L’ora.*L’ora/s,
    );
  });

  it("keeps links to other games' pages, in whatever language, and drops others", () => {
    expect(moduleOf('[Clobber](clobber.it.md) [x](../x.md)')).toContain('<a href=\\"?rules=clobber\\" data-rules=\\"clobber\\">Clobber</a> x');
    expect(moduleOf('[games](networks.md)')).toBe('export default ["<p>games</p>\\n"];\n');
  });
});

describe('the rules', () => {
  it('are there for the games that have a page', () => expect([hasRules('boop'), hasRules('chess'), hasRules('boop.it')]).toEqual([true, false, false]));

  it('are loaded', async () => {
    const { parts, language } = await loadRules('boop', 'en');
    expect(parts[0]).toContain('>Boop</h2>');
    const figures = parts.filter((part) => typeof part !== 'string');
    expect(figures[1]).toMatchObject({ picture: expect.stringMatching(/boop-after[^"]*\.svg$/), drawing: { game: 'boop', position: '6/6/6/1ox3/6/6 x 7,0,7,0', moves: 'c4' } });
    expect(language).toBe('en');
  });
});
