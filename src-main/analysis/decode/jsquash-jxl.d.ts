/** The decoder inside the package; its own declarations require browser types. */
declare module '@jsquash/jxl/codec/dec/jxl_dec.js' {
  type Decoded = { width: number; height: number; data: Uint8ClampedArray }
  export default function createDecoder(options: {
    noInitialRun: boolean
    instantiateWasm: import('./compile-once.ts').InstantiateWasm
  }): Promise<{ decode(bytes: Uint8Array): Decoded | null }>
}
