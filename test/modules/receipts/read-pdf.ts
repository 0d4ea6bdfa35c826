import { inflateSync } from 'node:zlib'

/** Parses a PDF written by pdfkit: numbered objects, flate streams, text as glyphs with a map to Unicode. */
export function readPdf(bytes: Uint8Array) {
  const raw = Buffer.from(bytes).toString('latin1')
  const objects = new Map<number, { dictionary: string; stream?: string }>()
  for (const [, id, body = ''] of raw.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)) {
    const [dictionary = '', stream] = body.split(/\nstream\n/)
    objects.set(Number(id), { dictionary, ...(stream && { stream: unpack(dictionary, stream) }) })
  }
  const one = (pattern: RegExp) =>
    [...objects.values()].find(({ dictionary }) => pattern.test(dictionary))?.dictionary ?? ''
  const at = (id: string | undefined) => objects.get(Number(id))
  return { raw, objects, one, at, catalog: one(/\/Type \/Catalog/), tree: treeOf(objects) }
}

export interface Node {
  type: string
  dictionary: string
  children: Node[]
  /** Text of the element and its descendants. */
  text: string
}

type Objects = Map<number, { dictionary: string; stream?: string }>

const unpack = (dictionary: string, stream: string) => {
  const bytes = Buffer.from(stream.replace(/\nendstream$/, ''), 'latin1')
  return (/FlateDecode/.test(dictionary) ? inflateSync(bytes) : bytes).toString('latin1')
}

/** Returns the structure tree, with the text of each leaf's marked content. */
function treeOf(objects: Objects): Node {
  const letters = lettersOf(objects)
  const drawn = new Map<string, string>()
  for (const [page, { dictionary }] of objects) {
    if (!/\/Type \/Page\n/.test(dictionary)) continue
    const content = objects.get(Number(/\/Contents (\d+)/.exec(dictionary)?.[1]))?.stream ?? ''
    for (const [, mcid, body = ''] of content.matchAll(/\/\w+ <<\s*\/MCID (\d+)\s*>> BDC([\s\S]*?)\bEMC/g)) {
      drawn.set(`${page}:${mcid}`, textIn(body, letters))
    }
  }
  const nodeOf = (id: number): Node => {
    const dictionary = objects.get(id)?.dictionary ?? ''
    const page = /\/Pg (\d+) 0 R/.exec(dictionary)?.[1]
    const kids = /\/K \[([^\]]*)\]/.exec(dictionary)?.[1] ?? ''
    const children: Node[] = []
    const texts: string[] = []
    for (const [, mixed, ref, mcid] of kids.matchAll(/(<<[\s\S]*?>>)|(\d+) 0 R|(\d+)/g)) {
      if (ref) children.push(nodeOf(Number(ref)))
      else if (mcid) texts.push(drawn.get(`${page}:${mcid}`) ?? '')
      else if (mixed?.includes('OBJR')) texts.push('')
    }
    const type = /\/S \/(\w+)/.exec(dictionary)?.[1] ?? ''
    return { type, dictionary, children, text: [...texts, ...children.map(({ text }) => text)].join('') }
  }
  const root = [...objects.values()].find(({ dictionary }) => /StructTreeRoot\n/.test(dictionary))
  return nodeOf(Number(/\/K \[(\d+) 0 R\]/.exec(root?.dictionary ?? '')?.[1]))
}

function textIn(content: string, letters: Map<string, string>): string {
  const runs = [...content.matchAll(/<([0-9a-f]+)>/g)].map(([, run = '']) => run.match(/.{4}/g) ?? [])
  return runs
    .flat()
    .map((glyph) => letters.get(glyph) ?? '�')
    .join('')
}

/** Returns the map from glyph to character, from the font's /ToUnicode map. */
function lettersOf(objects: Objects): Map<string, string> {
  const cmap = [...objects.values()].find(({ stream }) => stream?.includes('beginbfrange'))?.stream ?? ''
  const letters = new Map<string, string>()
  for (const [, first = '', list = ''] of cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    ;[...list.matchAll(/<([0-9a-f]+)>/g)].forEach(([, code = ''], index) => {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0')
      letters.set(glyph, String.fromCharCode(Number.parseInt(code.slice(0, 4), 16)))
    })
  }
  return letters
}
