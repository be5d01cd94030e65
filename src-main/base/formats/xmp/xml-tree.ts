import { TextError } from '../../../contract/errors.ts'
import { say } from '../../../contract/sentences/say.ts'
import sax from 'sax'
import { usualName } from './xmp-names.ts'
import { readAttributes, type XmlAttribute } from './read-attributes.ts'
import { openScope, rootScope, type Scope } from './xml-scope.ts'

/** An element and its position in the text; positions are character offsets. */
export type XmlElement = {
  /** The usual name, such as `rdf:Bag`; see `usualName`. */
  name: string
  /** The name as it is written, with the packet's own prefix. */
  writtenName: string
  scope: Scope
  attributes: XmlAttribute[]
  children: XmlElement[]
  /** The text directly in it, without that of its children and without comments. */
  text: string
  start: number
  /** Position behind the `>` of the opening tag. */
  openEnd: number
  /** Position before the closing tag; for `<a/>`, the end. */
  closeStart: number
  end: number
}

const MAX_DEPTH = 100
const MAX_ELEMENTS = 1_000_000

/** Why a text cannot be edited, as a part of a sentence. */
export class XmlProblem extends TextError {
  override name = 'XmlProblem'
}

/**
 * Parses the element of a text; `references` are those to characters that mean something else than usual. Throws
 * `XmlProblem` if it is malformed, too deep or too large.
 */
export function parseXml(text: string, references: Readonly<Record<string, string>> = {}): XmlElement {
  // Some programs leave padding around the document: NUL, line ends, remains of a longer one.
  const from = text.indexOf('<')
  const to = text.lastIndexOf('>') + 1
  if (from < 0 || to <= from) throw new XmlProblem(say('reading.noXml'))
  const builder = new TreeBuilder(text, from, references)
  builder.parse(text.slice(from, to))
  return builder.root()
}

class TreeBuilder {
  readonly #text: string
  readonly #from: number
  readonly #parser = sax.parser(true, { position: true })
  readonly #open: XmlElement[] = []
  #root: XmlElement | null = null
  #elements = 0

  constructor(text: string, from: number, references: Readonly<Record<string, string>>) {
    this.#text = text
    this.#from = from
    Object.assign(this.#parser.ENTITIES, references)
    this.#parser.onerror = (error) => {
      throw new XmlProblem(say('writing.badXml', { detail: error.message.replaceAll('\n', ', ') }))
    }
    this.#parser.onopentag = (tag) => this.#openElement(tag.name, tag.attributes as Record<string, unknown>)
    this.#parser.onclosetag = () => this.#closeElement()
    this.#parser.ontext = (piece) => this.#addText(piece)
    this.#parser.oncdata = (piece) => this.#addText(piece)
  }

  parse(document: string): void {
    this.#parser.write(document).close()
  }

  root(): XmlElement {
    if (this.#root === null || this.#open.length > 0) throw new XmlProblem(say('writing.endsEarly'))
    return this.#root
  }

  /** Position behind the last character that the parser read. */
  get #place(): number {
    return this.#from + this.#parser.position
  }

  /** Position of the `<` of the last tag that the parser read. */
  get #tagStart(): number {
    return this.#from + this.#parser.startTagPosition - 1
  }

  #openElement(writtenName: string, values: Record<string, unknown>): void {
    if (this.#open.length >= MAX_DEPTH) throw new XmlProblem(say('reading.nested'))
    if (++this.#elements > MAX_ELEMENTS) throw new XmlProblem(say('writing.tooLarge'))
    const [start, openEnd] = [this.#tagStart, this.#place]
    const parent = this.#open.at(-1)
    const attributes = readAttributes(this.#text, { from: start + 1 + writtenName.length, to: openEnd }, values)
    if (attributes === null) throw new XmlProblem(say('writing.twice', { element: `<${writtenName}>` }))
    const scope = openScope(parent?.scope ?? rootScope(), attributes)
    for (const attribute of attributes) attribute.name = nameIn(scope, attribute.writtenName, false)
    const name = nameIn(scope, writtenName, true)
    const places = { start, openEnd, closeStart: openEnd, end: openEnd }
    const element = { name, writtenName, scope, attributes, children: [], text: '', ...places }
    parent?.children.push(element)
    this.#root ??= element
    this.#open.push(element)
  }

  #closeElement(): void {
    const element = this.#open.pop()!
    element.end = this.#place
    element.closeStart = element.end === element.openEnd ? element.end : this.#tagStart
  }

  #addText(piece: string): void {
    const element = this.#open.at(-1)
    if (element !== undefined) element.text += piece
  }
}

/** The usual name; an undeclared prefix stays unchanged. */
function nameIn(scope: Scope, writtenName: string, isElement: boolean): string {
  const cut = writtenName.indexOf(':')
  if (cut < 0) return isElement ? usualName(scope.find('') ?? '', writtenName) : writtenName
  const uri = scope.find(writtenName.slice(0, cut))
  return uri === undefined ? writtenName : usualName(uri, writtenName.slice(cut + 1))
}
