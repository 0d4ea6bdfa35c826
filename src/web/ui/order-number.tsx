/** Order number, 'RC-7K4P2': never broken across lines, never translated. */
export function OrderNumber({ number }: { number: string }) {
  return (
    <span className="num whitespace-nowrap" translate="no">
      {number}
    </span>
  )
}
