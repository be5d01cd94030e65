/** Test files share a page: each begins with an empty one that remembers nothing. */
localStorage.clear()
sessionStorage.clear()
document.body.replaceChildren()
