import { z } from 'zod'
import { isSentenceKey, type SentenceKey } from './sentences.ts'

/**
 * A sentence for people before it is written in a language: its key, and its values. Texts cross every boundary and are
 * stored like this; `inEnglish` and the window's `translateSentence` write them.
 */
export type Text = { key: SentenceKey; values?: TextValues }

export type TextValues = Readonly<Record<string, TextValue>>

/**
 * A word that is the same in every language, such as a name or a system's message; a number; another text, which is
 * written in the same language; or several, which are listed.
 */
export type TextValue = string | number | Text | readonly Text[]

/** Texts within texts are a reason within a reason, and no deeper. */
const MAX_DEPTH = 8

/** Whether a value is a text whose sentence is known. */
export const isText = (value: unknown): value is Text => isTextWithin(value, MAX_DEPTH)

function isTextWithin(value: unknown, depth: number): value is Text {
  if (typeof value !== 'object' || value === null || depth === 0) return false
  const { key, values = {}, ...others } = value as { key?: unknown; values?: unknown }
  if (!isSentenceKey(key) || typeof values !== 'object' || values === null || Array.isArray(values)) return false
  return Object.keys(others).length === 0 && Object.values(values).every((each) => isValue(each, depth - 1))
}

function isValue(value: unknown, depth: number): boolean {
  if (Array.isArray(value)) return value.every((each) => isTextWithin(each, depth))
  return typeof value === 'string' || Number.isFinite(value) || isTextWithin(value, depth)
}

export const Text = z.custom<Text>(isText, { error: 'a text that is known' })
