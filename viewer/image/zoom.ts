/** Steps of the zoom, in screen pixels for each pixel of the picture. */
const steps = [0.05, 0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12, 16] as const

/** The next step above or below a zoom. */
export const stepZoom = (zoom: number, direction: 1 | -1): number => {
  const found =
    direction === 1 ? steps.find((step) => step > zoom * 1.001) : steps.findLast((step) => step < zoom * 0.999)
  return found ?? (direction === 1 ? Math.max(zoom, steps[steps.length - 1] ?? zoom) : Math.min(zoom, steps[0]))
}

type Size = { readonly width: number; readonly height: number }

/** The zoom at which a picture, turned by quarters, is whole in the view; never larger than it is. */
export const fitZoom = (picture: Size, view: Size, quarters: number): number => {
  const turned = quarters % 2 !== 0
  const [width, height] = turned ? [picture.height, picture.width] : [picture.width, picture.height]
  return Math.min(1, Math.max(0.001, Math.min(view.width / width, view.height / height)))
}
