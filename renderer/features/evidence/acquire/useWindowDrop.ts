import { useEffect, useState } from 'react'

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true

/**
 * Takes files that are dropped anywhere onto the window. Answers whether files are held over it. With null nothing is
 * taken, but a file that misses its target still never opens in place of the page.
 */
export const useWindowDrop = (onDrop: ((transfer: DataTransfer) => void) | null): boolean => {
  const [over, setOver] = useState(false)
  useEffect(() => {
    // Entering a child comes before leaving its parent: the drag is over when as many were left as entered.
    let depth = 0
    const onEnter = (event: DragEvent): void => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      depth += 1
      setOver(true)
    }
    const onOver = (event: DragEvent): void => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = onDrop === null ? 'none' : 'copy'
    }
    const onLeave = (event: DragEvent): void => {
      if (!carriesFiles(event)) return
      depth = Math.max(0, depth - 1)
      if (depth === 0) setOver(false)
    }
    const onDropped = (event: DragEvent): void => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      depth = 0
      setOver(false)
      if (event.dataTransfer !== null) onDrop?.(event.dataTransfer)
    }
    window.addEventListener('dragenter', onEnter)
    window.addEventListener('dragover', onOver)
    window.addEventListener('dragleave', onLeave)
    window.addEventListener('drop', onDropped)
    return () => {
      window.removeEventListener('dragenter', onEnter)
      window.removeEventListener('dragover', onOver)
      window.removeEventListener('dragleave', onLeave)
      window.removeEventListener('drop', onDropped)
    }
  }, [onDrop])
  return over && onDrop !== null
}
