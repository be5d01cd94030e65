/** What the desktop preload exposes. */
interface Window {
  lumafold?: {
    /** Asks for the two ports, which arrive as a window message. */
    connect(): void
    /** An id for the shell of a dropped folder; empty if it has no path. */
    receiveDropped(file: File): Promise<string>
  }
}
