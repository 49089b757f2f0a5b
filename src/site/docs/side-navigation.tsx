import type { Library } from './library.ts'

/** Every page of the documentation by group: beside the content, or below it on small screens. */
export function SideNavigation({ library, current }: { library: Library; current: string }) {
  return (
    <nav class="side no-print" aria-label="Documentation">
      {library.groups.map(({ name, folder, entries }) => (
        <div key={folder}>
          <p id={`group-${folder}`}>{name}</p>
          <ul aria-labelledby={`group-${folder}`}>
            {entries.map(({ path, title }) => (
              <li key={path}>
                <a href={path} aria-current={path === current ? 'page' : undefined}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
