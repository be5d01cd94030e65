/** LibRaw itself; the package's own entry runs it in a worker of a browser. */
declare module 'libraw-wasm/dist/libraw.js' {
  export type LibRawSettings = { halfSize: boolean; useCameraWb: boolean; outputBps: 8 | 16; userQual: number }
  export type LibRaw = {
    open(bytes: Uint8Array, settings: LibRawSettings): void
    /** The size is that of the upright picture. */
    metadata(isFull: boolean): { width: number; height: number }
    imageData(): { width: number; height: number; colors: number; data: Uint8Array }
  }
  export default function createLibRaw(options: {
    instantiateWasm: import('./compile-once.ts').InstantiateWasm
    print(line: string): void
    printErr(line: string): void
  }): Promise<{ LibRaw: new () => LibRaw }>
}
