/** Whether this window can draw with WebGL 2; not so on remote desktops and where hardware acceleration is off. */
export const canDraw = (): boolean => {
  try {
    const context = document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: false })
    context?.getExtension('WEBGL_lose_context')?.loseContext()
    return context !== null
  } catch {
    return false
  }
}
