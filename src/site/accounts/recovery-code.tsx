export function RecoveryCode({ code }: { code: string }) {
  return (
    <section class="notice" aria-labelledby="recovery">
      <h2 id="recovery">Your recovery code</h2>
      <p>
        <strong>Save it now.</strong> If you forget your password, you need this code to choose a
        new one. You won’t see it again; we store only a hash.
      </p>
      <code class="key" id="recovery-code" data-copy="Copy the code">
        {code}
      </code>
    </section>
  )
}
