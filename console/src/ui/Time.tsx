import { useEffect, useState } from "react"
import { dateTime, fullTime, relative } from "./words/format.ts"

/** The time, ms since 1970, that changes at this interval while the component is shown. */
export const useNow = (every = 30_000): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}

interface TimeProps {
  readonly value: string | null | undefined
  /** Shows the distance to now instead. */
  readonly isRelative?: boolean
}

/** A moment; the whole date and the time zone appear over it. */
export const Time = ({ value, isRelative = false }: TimeProps) => {
  const now = useNow()
  if (!value) return <span className="text-muted">–</span>
  return (
    <time dateTime={value} title={fullTime(value)} className="whitespace-nowrap">
      {isRelative ? relative(value, now) : dateTime(value, new Date(now))}
    </time>
  )
}

const timeInText = /(\d{4}-\d\d-\d\dT[\d:.]+Z)/

/** Whether a text of the service names a time. */
export const namesTime = (text: string): boolean => timeInText.test(text)

/** A text of the service, with its times as the screen shows all times: in the person's own zone. */
export const WithTimes = ({ text }: { readonly text: string }) =>
  text.split(timeInText).map((part, index) => (index % 2 === 1 ? <Time key={part} value={part} /> : part))
