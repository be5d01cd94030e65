/** What the desktop preload exposes: asks for the two ports, which arrive as a window message. */
interface Window {
  lumafold?: { connect(): void }
}
