import { readFile } from 'node:fs/promises'
import { UpdateChoice } from '../../../contract/shell/updates.ts'
import { writePrivateFile } from '../../secrets/private-file.ts'

const off: UpdateChoice = { isOn: false, feed: '' }

/** What the person chose; off where nothing was chosen yet, or the file does not say so. */
export async function readUpdateChoice(file: string): Promise<UpdateChoice> {
  try {
    return UpdateChoice.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return off // not there yet, or not whole: nothing is fetched that the person did not agree to
  }
}

export const writeUpdateChoice = (file: string, choice: UpdateChoice): Promise<void> =>
  writePrivateFile(file, `${JSON.stringify(choice, null, 2)}\n`)
