import type { Show } from '../connect.ts'
import { element } from '../dom.ts'
import { word } from '../words.ts'

/** A recording is handed to the browser whole, in memory; a longer one is refused. */
export const mediaBytesMax = 512 * 1_048_576

/** A sound or video recording with the browser's own controls. It never starts by itself. */
const showMedia =
  (name: 'audio' | 'video'): Show =>
  async (stage, piece) => {
    const { size, mediaType } = piece.file
    if (size > mediaBytesMax) {
      piece.failed('too_large')
      return
    }
    const parts = await piece.readAll(piece.progress)
    const player = element(name, {
      controls: true,
      controlslist: 'nodownload noremoteplayback nofullscreen',
      disablepictureinpicture: name === 'video',
      disableremoteplayback: true,
      preload: 'metadata',
      'aria-label': word(name),
    })
    player.addEventListener('loadedmetadata', () => piece.shown())
    player.addEventListener('error', () => piece.failed('broken'))
    player.src = URL.createObjectURL(new Blob(parts, { type: /^(audio|video)\//.test(mediaType) ? mediaType : '' }))
    stage.append(element('div', { class: `media media-${name}` }, player))
  }

export const showAudio = showMedia('audio')
export const showVideo = showMedia('video')
