import type { Makers } from './core-parts.ts'
export const defaultMakers: Makers = null as unknown as Makers
