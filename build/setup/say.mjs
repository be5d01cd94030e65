/* Output of the set-up scripts: one line a step, and one sentence when a step fails. */

const isColored = Boolean(process.stdout.isTTY) && !process.env.NO_COLOR
const paint = (code, text) => (isColored ? `\u001b[${code}m${text}\u001b[0m` : text)

/** Prints what starts now. */
export const sayStep = (text) => console.log(`${paint(36, '›')} ${text}`)

/** Prints that something is done, or why it was left out. */
export const sayNote = (text) => console.log(`  ${paint(2, text)}`)

/** A step that cannot continue; its message gives advice. `details` are the last lines of the failure. */
export class SetupError extends Error {
  constructor(message, details = '') {
    super(message)
    this.name = 'SetupError'
    this.details = details
  }
}

/** Runs a complete script; a failure ends it with a sentence with advice. */
export async function runScript(script) {
  try {
    process.exitCode = (await script()) ?? 0
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    if (error.details) console.error(error.details)
    console.error(`${paint(31, 'Stopped:')} ${error.message}`)
    process.exitCode = 1
  }
}

/** `3.2 s` since a time in milliseconds. */
export const since = (started) => `${((Date.now() - started) / 1000).toFixed(1)} s`
