/** The hatching of what two people differ on. */
export function Hatching() {
  return (
    <svg class="definitions" aria-hidden="true">
      <pattern id="different" width="8" height="8" patternUnits="userSpaceOnUse">
        <path class="hatch" d="M-2 10 10-2M-2 2 2-2M6 10l4-4" />
      </pattern>
    </svg>
  )
}
