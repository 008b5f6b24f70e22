import { useEffect, useRef } from "react"

interface WaveformProps {
  /** The loudest sample of each tenth of a second, from 0 to 250: the person above, the agent below. */
  readonly peaks: { readonly person: ReadonlyArray<number>; readonly agent: ReadonlyArray<number> }
  /** The part that was played, from 0 to 1. */
  readonly played: number
}

/** Draws both sides of a recording; what was played is darker. */
export const Waveform = ({ peaks, played }: WaveformProps) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const paint = () => draw(element, peaks, played)
    const observer = new ResizeObserver(paint)
    observer.observe(element)
    paint()
    return () => observer.disconnect()
  }, [peaks, played])
  return (
    <div aria-hidden="true">
      <canvas ref={canvas} className="h-16 w-full" />
    </div>
  )
}

/** Width of a bar with its gap, px. */
const barWidth = 3

const draw = (canvas: HTMLCanvasElement, { person, agent }: WaveformProps["peaks"], played: number) => {
  const context = canvas.getContext("2d")
  if (context === null) return
  const { clientHeight: height, clientWidth: width } = canvas
  const scale = window.devicePixelRatio
  canvas.width = width * scale
  canvas.height = height * scale
  context.scale(scale, scale)
  const style = getComputedStyle(canvas)
  const middle = height / 2
  const bars = Math.max(1, Math.floor(width / barWidth))
  const loudest = [...person, ...agent].reduce((one, other) => Math.max(one, other), leastLoudest)
  const sides = [
    { levels: person, color: style.getPropertyValue("--color-good"), up: true },
    { levels: agent, color: style.getPropertyValue("--color-accent"), up: false }
  ]
  for (const { color, levels, up } of sides) {
    context.fillStyle = color
    for (let bar = 0; bar < bars; bar++) {
      const part = levels.slice(
        Math.floor((bar * levels.length) / bars),
        Math.max(Math.floor((bar * levels.length) / bars) + 1, Math.floor(((bar + 1) * levels.length) / bars))
      )
      const length = Math.max(1, (Math.max(0, ...part) / loudest) * (middle - 1))
      context.globalAlpha = (bar + 0.5) / bars < played ? 1 : 0.4
      context.fillRect(bar * barWidth, up ? middle - length : middle + 1, barWidth - 1, length)
    }
  }
}

/** The level that fills a side at least: a quiet recording stays low. */
const leastLoudest = 30
