import { useEffect, useMemo, useRef, useState } from "react"
import uPlot from "uplot"
import "uplot/dist/uPlot.min.css"
import { Dot } from "../Badge.tsx"
import { number } from "../words/format.ts"

export interface Series {
  readonly name: string
  /** A colour, or the name of one of the theme such as `--accent`. */
  readonly color: string
  readonly values: ReadonlyArray<number | null>
}

interface ChartProps {
  readonly label: string
  /** The names of the places of the x axis. */
  readonly places: ReadonlyArray<string>
  readonly series: ReadonlyArray<Series>
  readonly height?: number
  readonly format?: (value: number | null) => string
  /** The end of the y axis; by default the largest sum. */
  readonly max?: number
}

/** Steps of the y axis where it counts: half a call is no figure. */
const wholeSteps = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat()

const colorOf = (color: string) =>
  color.startsWith("--") ? getComputedStyle(document.documentElement).getPropertyValue(color).trim() : color

/** Returns the sums from the first series up to each one. */
const stacked = (series: ReadonlyArray<Series>, length: number): Array<Array<number>> => {
  const sums = new Array<number>(length).fill(0)
  return series.map(({ values }) => sums.map((sum, index) => (sums[index] = sum + (values[index] ?? 0))))
}

/** Stacked bars, drawn by uPlot. The figures are also a table for readers of the screen. */
export const Chart = ({ label, places, series, height = 180, format = number, max }: ChartProps) => {
  const box = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<number | null>(null)
  const [theme, setTheme] = useState(document.documentElement.dataset.theme)
  useEffect(() => {
    const observer = new MutationObserver(() => setTheme(document.documentElement.dataset.theme))
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] })
    return () => observer.disconnect()
  }, [])
  const data = useMemo((): uPlot.AlignedData => {
    // The tallest first, so that each lower sum covers it.
    const sums = stacked(series, places.length).reverse()
    return [places.map((_, index) => index), ...sums]
  }, [places, series])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read anew when the theme changes
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const muted = colorOf("--muted")
    const line = colorOf("--line")
    const axis = { stroke: muted, grid: { stroke: line, width: 1 }, ticks: { show: false }, font: "11px system-ui" }
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height,
        padding: [8, 8, 0, 0],
        legend: { show: false },
        cursor: { points: { show: false }, y: false, drag: { setScale: false, x: false, y: false } },
        scales: {
          x: { time: false, range: [-0.6, Math.max(0, places.length - 1) + 0.6] },
          y: { range: (_plot, _min, top) => [0, max ?? Math.max(1, top * 1.05)] }
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            size: 28,
            incrs: [1, 2, 3, 4, 6, 7, 12, 14, 28, 56],
            space: 56,
            values: (_plot, splits) => splits.map((index) => places[index] ?? "")
          },
          {
            ...axis,
            ...(max === undefined && { incrs: wholeSteps }),
            size: 44,
            space: 32,
            values: (_plot, splits) => splits.map((value) => format(value))
          }
        ],
        series: [
          {},
          ...series.toReversed().map(({ name, color }) => ({
            label: name,
            fill: colorOf(color),
            width: 0,
            points: { show: false },
            paths: uPlot.paths.bars?.({ size: [0.72, 48], radius: series.length === 1 ? 0.15 : 0 })
          }))
        ] as Array<uPlot.Series>,
        hooks: { setCursor: [({ cursor }) => setAt(cursor.idx ?? null)] }
      },
      data,
      element
    )
    const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }))
    resized.observe(element)
    return () => {
      resized.disconnect()
      plot.destroy()
    }
  }, [data, height, max, theme])

  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <div ref={box} aria-hidden="true" className="min-w-0 overflow-hidden" style={{ height }} />
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs" aria-hidden="true">
        <span className="font-medium text-text">{at === null ? "" : places[at]}</span>
        {series.map(({ name, color, values }) => (
          <span key={name} className="inline-flex items-center gap-1.5">
            <Dot color={color.startsWith("--") ? `var(${color})` : color} />
            {name}
            {at !== null && <span className="text-text">{format(values[at] ?? null)}</span>}
          </span>
        ))}
      </figcaption>
      {/* A table keeps its width whatever its style says; a box around it does not. */}
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">Place</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {places.map((place, index) => (
              <tr key={place}>
                <th scope="row">{place}</th>
                {series.map(({ name, values }) => (
                  <td key={name}>{format(values[index] ?? null)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
