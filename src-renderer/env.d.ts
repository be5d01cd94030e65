/** What the desktop preload exposes. */
interface Window {
  lumafold?: {
    /** Asks for the two ports, which arrive as a window message. */
    connect(): void
    /** An id for the shell of a folder that was dropped; empty where it lies nowhere. */
    receiveDropped(file: File): Promise<string>
  }
}
