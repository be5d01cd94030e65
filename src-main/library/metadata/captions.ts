import { textOf } from './fields.ts'
import { decodeText } from '../../base/formats/text-encoding.ts'

/** Captions that cameras, phones and programs write into every photo, in lower case and trimmed. */
const defaults: ReadonlySet<string> = new Set([
  'olympus digital camera',
  'sony dsc',
  'minolta digital camera',
  'konica minolta digital camera',
  'kodak digital still camera',
  'jenoptik digital camera',
  'digital camera',
  'digital still camera',
  'digital stillcamera',
  'samsung',
  'samsung camera pictures',
  'samsung digital camera',
  'exif_jpeg_picture',
  'exif jpeg',
  'exif jpeg picture',
  'dvc 10.1 hdmi',
  'scanner',
  'default',
  'untitled',
  'binary comment',
  'charset=ascii',
  'created by imlib',
  'created with gimp',
  'created with the gimp',
  'iclarified',
  // Huawei's phones write here how they took a photo.
  ...'btf btfhdr btfmdn btr burst cof dav dat edf fbt fbthdr fef fem frem frontbhdp fshbty hdr hdrpl mde mde_soft mon'.split(
    ' ',
  ),
  ...'nor oznor oznorwo ozedf ptr qrf rbt rbthdr rhdr rpt sdr sdr_hdrb ztb'.split(' '),
])

const patterns: readonly RegExp[] = [/^<digimax .*>$/i, /^dcim\\\S*$/i, /^(bhdr|hdrpl|rptr|ptrbhdr|dcim)$/i]

/** A caption that a person may have written: null for makers' standard texts. */
export function captionOf(value: unknown): string | null {
  const text = textOf(value)
  if (text === null || defaults.has(text.toLowerCase()) || patterns.some((pattern) => pattern.test(text))) return null
  return text
}

const CODE_BYTES = 8
const MAX_COMMENT_BYTES = 64 * 1024

/**
 * The text of an EXIF UserComment, which begins with the name of its encoding (EXIF 3.0, 4.6.6.6). Null if no person
 * may have written it: cameras and programs store their own data there, too.
 */
export function userCommentOf(value: unknown): string | null {
  const comment = value instanceof Uint8Array ? decodeComment(value.subarray(0, MAX_COMMENT_BYTES)) : value
  const isBinary = typeof comment === 'string' && /[\p{Cc}\ufffd]/u.test(comment.replaceAll(/[\t\n\r]|\0+$/g, ''))
  const text = isBinary ? null : captionOf(comment)
  return text === null || isOfProgram(text) ? null : text
}

/** JSON or numbers of programs, and iOS's word for a screenshot. */
const isOfProgram = (text: string): boolean => /^[[{]|^Screenshot$/.test(text) || !/\p{L}/u.test(text)

function decodeComment(comment: Uint8Array): string {
  const code = Buffer.from(comment.subarray(0, CODE_BYTES))
    .toString('latin1')
    .replace(/[\0 ]+$/, '')
  const body = comment.subarray(CODE_BYTES)
  if (code === 'UNICODE') return decodeUnicode(body).replace(/\0[^]*$/, '')
  const end = body.indexOf(0)
  const text = end < 0 ? body : body.subarray(0, end)
  if (code === 'JIS') return decodeJis(text)
  if (code === 'ASCII' || code === '') return decodeText(text)
  return decodeText(comment) // Without a code, as some programs write it.
}

/** UTF-16; programs disagree on the byte order, so a mark decides, or else the text itself. */
function decodeUnicode(body: Uint8Array): string {
  const [little, big] = ['utf-16le', 'utf-16be'].map((encoding) => new TextDecoder(encoding).decode(body))
  if (body[0] === 0xfe && body[1] === 0xff) return big!
  if (body[0] === 0xff && body[1] === 0xfe) return little!
  // Some programs write UTF-8 under this name.
  if (!body.subarray(0, -1).includes(0) && /^[\x20-\x7e\s]{4}/.test(decodeText(body))) return decodeText(body)
  return strangeness(little!) <= strangeness(big!) ? little! : big!
}

/** The number of characters outside usual scripts: swapped bytes mostly give such characters. */
const strangeness = (text: string): number => {
  const body = text.replace(/\0[^]*$/, '')
  const usual = body.match(/[\s\x20-\u05ff\u0600-\u06ff\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/g)?.length ?? 0
  const common = body.match(/[ \x20-\x7e]/g)?.length ?? 0
  return body.length === 0 ? 1 : 1 - (usual + common) / (2 * body.length)
}

/** JIS X 0208 with escapes, as EXIF wants it, or in programs' own form. */
function decodeJis(bytes: Uint8Array): string {
  const encodings = bytes.includes(0x1b) ? ['iso-2022-jp'] : ['utf-8', 'shift_jis', 'euc-jp']
  for (const encoding of encodings)
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      continue // Not this one.
    }
  return decodeText(bytes)
}
