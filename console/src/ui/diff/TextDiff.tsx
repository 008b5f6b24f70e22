import { wordDiff } from "./word-diff.ts"

/** Maximum number of characters of an unchanged passage that are shown at each side of a change. */
const near = 160

/** Two texts as one: what was removed is struck out, what was added is marked. Long unchanged passages are shortened. */
export const TextDiff = ({ before, after }: { readonly before: string; readonly after: string }) => {
  const parts = wordDiff(before, after)
  return (
    <p className="whitespace-pre-wrap break-words leading-relaxed">
      {parts.map(({ kind, text }, index) => {
        const key = `${index}${kind}`
        if (kind === "removed") {
          return (
            <del key={key} className="rounded bg-bad-soft px-0.5 text-bad">
              {text}
            </del>
          )
        }
        if (kind === "added") {
          return (
            <ins key={key} className="rounded bg-good-soft px-0.5 text-good no-underline">
              {text}
            </ins>
          )
        }
        return <span key={key}>{shortened(text, index === 0, index === parts.length - 1)}</span>
      })}
    </p>
  )
}

const shortened = (text: string, isFirst: boolean, isLast: boolean): string => {
  if (text.length <= near * 2.5) return text
  return `${isFirst ? "" : text.slice(0, near)} … ${isLast ? "" : text.slice(-near)}`
}
