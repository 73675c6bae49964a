from prgbench.run.job import look_at


def test_few_files_are_named_and_many_are_a_folder():
    files = ["results/a/report.md", "results/a/answer.json"]
    figures = [f"results/a/figures/{number}.png" for number in range(4)]
    assert look_at([*files, *figures]) == (
        "Done. Look at results/a/answer.json, results/a/figures/ and results/a/report.md"
    )
    assert look_at(files[:1]) == "Done. Look at results/a/report.md"
    assert look_at([files[0], files[0]]) == "Done. Look at results/a/report.md"
