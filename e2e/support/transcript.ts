import { readFileSync, writeFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { inRoot } from '../../scripts/lib/root.ts'
import { begun } from './states.ts'
import { expect } from './test.ts'

/**
 * Compares the speech of a screen reader for a part of a page, in order, with `e2e/transcripts/<name>.txt`. With
 * `UPDATE_TRANSCRIPTS=1` the file is written instead: review the difference as a listener would hear it.
 */
export async function expectHeard(name: string, where: Locator): Promise<void> {
  // Elements that the script shows, such as a copy button, are part of the transcript too.
  await begun(where.page())
  const file = inRoot(`e2e/transcripts/${name}.txt`)
  const hear = async () => `${transcriptOf(await where.ariaSnapshot())}\n`
  if (process.env.UPDATE_TRANSCRIPTS) writeFileSync(file, await hear())
  await expect.poll(hear, { message: `e2e/transcripts/${name}.txt` }).toBe(readFileSync(file, 'utf8'))
}

/** Portuguese names by which a screen reader announces roles and states other than plain text. */
const spoken: Readonly<Record<string, string>> = {
  alert: 'alerta',
  article: 'artigo',
  banner: 'cabeçalho da página',
  blockquote: 'citação',
  button: 'botão',
  checkbox: 'caixa de seleção',
  columnheader: 'cabeçalho de coluna',
  combobox: 'caixa de opções',
  complementary: 'conteúdo complementar',
  contentinfo: 'rodapé da página',
  dialog: 'diálogo',
  figure: 'figura',
  form: 'formulário',
  group: 'grupo',
  heading: 'título',
  img: 'imagem',
  link: 'link',
  list: 'lista',
  listitem: 'item',
  main: 'conteúdo principal',
  navigation: 'navegação',
  option: 'opção da lista',
  progressbar: 'progresso',
  radio: 'opção',
  radiogroup: 'grupo de opções',
  region: 'região',
  rowheader: 'cabeçalho de linha',
  search: 'busca',
  searchbox: 'campo de busca',
  separator: 'separador',
  spinbutton: 'campo de número',
  status: 'estado',
  table: 'tabela',
  term: 'termo',
  definition: 'definição',
  textbox: 'campo de texto',
  time: 'tempo',
  timer: 'cronômetro',
}

/** Roles of which only the text is read. */
const plain = new Set(['paragraph', 'text', 'generic', 'strong', 'emphasis', 'code', 'cell', 'rowgroup'])

const attributes: Readonly<Record<string, string>> = {
  checked: 'marcada',
  disabled: 'indisponível',
  expanded: 'aberto',
  selected: 'selecionada',
  pressed: 'apertado',
  active: 'em foco',
}

/** Texts that appear only at some hours or on some days: the night-time limit of Pix, the due date on a holiday. */
const ofSomeDays = /os bancos costumam aceitar|^Pode ser paga até .* sem acréscimo/

/**
 * Converts an accessibility tree to a transcript, in reading order: one line per element, its name and then its role. Values that
 * vary by day or by order are replaced by placeholders in angle brackets.
 *
 * @param tree of Playwright's `ariaSnapshot`
 */
function transcriptOf(tree: string): string {
  return tree
    .split('\n')
    .map(lineOf)
    .filter((line) => line !== '' && !ofSomeDays.test(line))
    .map(withoutChance)
    .filter((line, at, lines) => !isSaid(line, lines[at - 1]))
    .join('\n')
}

/** Checks whether a line repeats the label of the field before it, which is announced only once. */
function isSaid(line: string, before = ''): boolean {
  return before.startsWith(`${line} (`)
}

function lineOf(line: string): string {
  const given = unquoted(line.trim().replace(/^- /, ''))
  // Properties of the parent node: URLs, placeholders.
  if (given.startsWith('/')) return ''
  const found = /^([a-z]+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[^\]]+\])*)(?::(?: (.*))?)?$/.exec(given)
  if (!found) return given
  const [, role = '', name = '', marks = '', text = ''] = found
  // The cells of the row follow.
  if (role === 'row') return ''
  const said = [name.replaceAll('\\"', '"'), unquoted(text)].filter(Boolean).join(': ')
  if (plain.has(role)) return said
  const level = /\[level=(\d)\]/.exec(marks)?.[1]
  const states = Object.entries(attributes).flatMap(([mark, word]) =>
    marks.includes(`[${mark}`) ? [word] : [],
  )
  const what = [(spoken[role] ?? role) + (level ? ` de nível ${level}` : ''), ...states].join(', ')
  return said ? `${said} (${what})` : `(${what})`
}

/** Removes the quotes that YAML puts around a text with a colon or a quotation mark. */
function unquoted(text: string): string {
  const single = /^'((?:[^']|'')*)'(:.*)?$/.exec(text)
  if (single) return (single[1] ?? '').replaceAll("''", "'") + (single[2] ?? '')
  if (/^".*"$/.test(text)) return String(JSON.parse(text))
  return text
}

const weekday = '(?:segunda|terça|quarta|quinta|sexta|sábado|domingo)(?:-feira)?'
const month =
  '(?:janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez)'

function withoutChance(line: string): string {
  return line
    .replaceAll(/000201\S.*?6304[0-9A-F]{4}/g, '<código Pix>')
    .replaceAll(/000201[^)]+/g, '<código Pix>')
    .replaceAll(/RC-[0-9A-Z]{5}/g, '<pedido>')
    .replaceAll(/\b\d{4}-\d{2}-\d{2}\.\d+\b/g, '<versão>')
    .replaceAll(/\b[0-9a-f]{8}…[0-9a-f]{4}\b/g, '<código>')
    .replace(/^\d{1,2} h\b/, '<tempo>')
    .replaceAll(/\b[0-9a-f]{16,}\b/g, '<código>')
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, '<id>')
    .replaceAll(new RegExp(`${weekday}(?=[,. ]|$)`, 'gi'), '<dia>')
    .replaceAll(/(?<![\w.])\d{1,2}\/\d{1,2}(?:\/\d{4})?(?!\w)/g, '<data>')
    .replaceAll(/\b(?:seg|ter|qua|qui|sex|sáb|dom), (?=<data>)/g, '')
    .replaceAll(new RegExp(`\\d{1,2}º? de ${month}\\b\\.?(?: de \\d{4})?`, 'gi'), '<data>')
    .replaceAll(/\d{1,2}(?::|h)\d{2}(?::\d{2})?/g, '<hora>')
}
