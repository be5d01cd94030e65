import { useClient } from '../client/use-client.ts'
import { t } from '../locales/messages.ts'
import { useKeywords } from './use-keywords.ts'
import { useToasts } from '../client/use-toasts.ts'

/** Lists of keywords as files, in Lightroom's format. */
export function useKeywordFiles() {
  const { keywords: calls } = useClient().library
  const keywords = useKeywords(),
    toasts = useToasts()
  const importList = (): void => {
    const input = Object.assign(document.createElement('input'), { type: 'file', accept: '.txt,text/plain' })
    input.addEventListener('change', () => {
      const [file] = input.files ?? []
      if (file !== undefined) void file.text().then(keywords.importList)
    })
    input.click()
  }
  const exportList = (): Promise<boolean> =>
    toasts.attempt(t('keywords.notExported'), async () => {
      const { text } = await calls.export()
      const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
      Object.assign(document.createElement('a'), { href: address, download: 'keywords.txt' }).click()
      URL.revokeObjectURL(address)
    })
  return { importList, exportList }
}
