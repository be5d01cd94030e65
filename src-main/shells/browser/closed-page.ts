/** What a browser without the token sees. */
export const closedPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Lumafold</title>
<h1>Lumafold is closed to this browser</h1>
<p>Open it with the whole address that was printed when it started; it ends with <code>?token=…</code> and changes at
each start.</p>
</html>
`
