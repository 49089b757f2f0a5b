/** A Markdown table; `|` and line breaks in cells are escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

export const code = (text: string) => `\`${text}\``

/** A page with a title, its generator and its parts. */
export function page(title: string, madeFrom: string, parts: readonly string[]): string {
  const note = `<!-- Made by "npm run docs" from ${madeFrom}. Change that, not this. -->`
  return `${[`# ${title}`, note, ...parts].join('\n\n')}\n`
}
