/** Text without case and accents, for comparing what a person types with the beginning of a name. */
export const foldText = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
