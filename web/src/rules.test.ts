import { describe, expect, it } from 'vitest';
import { moduleOf } from '../markdown.ts';
import { hasRules, loadRules } from './rules.ts';

describe('a page of Markdown', () => {
  it('becomes HTML with headings one level down, without comments', () => {
    expect(moduleOf('# Boop\n\n<!-- how\nit was drawn -->\n## A turn\n\n**Place** `a1`\n')).toBe(
      'export default "<h2 id=\\"rules-title\\" tabindex=\\"-1\\">Boop</h2>\\n<h3>A turn</h3>\\n<p><strong>Place</strong> <code>a1</code></p>\\n";\n',
    );
  });

  it('brings its pictures along', () => {
    expect(moduleOf('![A "row"](../pictures/row.svg)')).toBe(
      'import picture0 from "../pictures/row.svg";\nexport default "<p><img src=\\"" + picture0 + "\\" alt=\\"A &quot;row&quot;\\"></p>\\n";\n',
    );
  });

  it("keeps links to other games' pages, in whatever language, and drops others", () => {
    expect(moduleOf('[Clobber](clobber.it.md) [x](../x.md)')).toContain('<a href=\\"?rules=clobber\\" data-rules=\\"clobber\\">Clobber</a> x');
  });
});

describe('the rules', () => {
  it('are there for the games that have a page', () => expect([hasRules('boop'), hasRules('chess'), hasRules('boop.it')]).toEqual([true, false, false]));

  it('are loaded', async () => {
    const { html, language } = await loadRules('boop', 'en');
    expect(html).toContain('>Boop</h2>');
    expect(html).toMatch(/<img src="[^"]+boop-before[^"]*\.svg"/);
    expect(language).toBe('en');
  });
});
