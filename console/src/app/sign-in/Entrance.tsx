import { type ReactNode, useEffect } from "react"

/** The frame of the screens before the sign-in. */
export const Entrance = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => {
  useEffect(() => {
    document.title = `${title} · Carillon`
  }, [title])
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-6 p-4">
      <div className="flex items-center gap-2 font-semibold text-lg tracking-tight">
        <img src="/console/icon.svg" alt="" width="32" height="32" />
        Carillon
      </div>
      <div className="flex flex-col gap-4 rounded-xl border border-line bg-surface p-6">
        <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
        {children}
      </div>
    </main>
  )
}
