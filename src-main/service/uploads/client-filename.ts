const MAX_LENGTH = 255

/**
 * The last part of what a client calls its file, which may be a whole path of its own machine; only ever shown, never
 * used as a path.
 */
export function cleanFilename(given: string): string {
  const last = given.split(/[\\/]/).at(-1) ?? ''
  const shown = last.replace(/[\p{Cc}\p{Cs}]/gu, '').trim()
  return shown === '' || shown === '.' || shown === '..' ? 'image' : [...shown].slice(0, MAX_LENGTH).join('')
}
