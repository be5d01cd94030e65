import type { Connection } from '../client/connection.ts'
import { startLanguage } from '../locales/start-language.ts'
import { createLumafold } from './create-lumafold.ts'

/** Shows the window in the page. */
export async function startWindow(connection: Connection): Promise<void> {
  const { app } = createLumafold(connection)
  await startLanguage()
  app.mount('#app')
}
