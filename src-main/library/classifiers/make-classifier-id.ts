import { builtInCategorizers } from '../../contract/analysis/classifier.ts'

const MAX_LENGTH = 48

/**
 * Makes an id from the name of a tag: `Café Müller` becomes `cafe-muller`; a name in other scripts becomes `tag`. A
 * taken id gets a number.
 */
export function makeClassifierId(name: string, isTaken: (id: string) => boolean): string {
  const plain =
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+/, '')
      .slice(0, MAX_LENGTH)
      .replace(/-+$/, '') || 'tag'
  const isFree = (id: string) => !isTaken(id) && !builtInCategorizers.some((each) => each === id)
  if (isFree(plain)) return plain
  for (let number = 2; ; number++) if (isFree(`${plain}-${number}`)) return `${plain}-${number}`
}
