"""What a table of scores leaves open is asked, with options that work as they are printed."""

import io
import re
import shlex
from itertools import product

import pandas as pd
import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.sources.scores.table import read_scores


def table_of(text):
    return pd.read_csv(io.StringIO(text.replace(" / ", "\n")))


def question(table, **options):
    """Return the sentence with which a table is refused."""
    with pytest.raises(PrgbenchError) as raised:
        read_scores(table, **options)
    return str(raised.value).removeprefix("The table ")


def advised(sentence, option="--columns", after=""):
    """Return what an option in a sentence is followed by, as a shell reads it."""
    _, _, rest = sentence[sentence.index(after) :].partition(option)
    return shlex.split(re.split(r"[,;]| \(|\.$", rest)[0])


def models_of(table, **options):
    return sorted(read_scores(table, **options).scores["model"].unique())


BLANKS = table_of(
    "dataset,pre processing,algorithm,roc auc"
    " / d1,none,forest,.8 / d1,over,forest,.81 / d1,none,tree,.7 / d1,over,tree,.72"
    " / d2,none,forest,.6 / d2,over,forest,.61 / d2,none,tree,.5 / d2,over,tree,.52"
)


def test_names_with_blanks_are_quoted_as_a_shell_needs():
    of_models = question(BLANKS.query("algorithm == 'tree'").drop(columns="algorithm"))
    assert of_models == (
        "has the measures roc auc, but no column of models: give --columns "
        "'model=pre processing', or write the files of several models as one table with that "
        "column."
    )
    of_rows = question(BLANKS)
    assert of_rows == (
        "has several rows for the model forest on the data set d1, which differ in the column pre "
        "processing: if it is a setting of the models, write it into the column algorithm; if it "
        "is a part of the data, give --columns 'subset=pre processing'; if it numbers replicates, "
        "give --columns 'seed=pre processing', or fold or repeat; else keep the rows of one."
    )
    [option] = advised(of_rows, after="a part of the data")
    read = read_scores(BLANKS, columns=dict([option.split("=")]))
    assert sorted(read.scores["subset"].unique()) == ["none", "over"]


TALL = BLANKS.rename(columns={"roc auc": "value"}).assign(metric="F1 of all")


def test_metrics_in_rows_are_asked_for_by_names_that_a_shell_reads():
    tall = TALL.query("algorithm == 'tree'").drop(columns="algorithm")
    assert question(tall).endswith("models: give --columns 'model=pre processing'.")
    two = TALL.drop(columns="pre processing").iloc[::2]
    two = two.assign(metric=["F1 of all", "F1 of all", "error of all", "error of all"])
    assert advised(question(two), "--measures") == ["F1 of all"]


def test_a_text_beside_data_sets_metrics_and_models_describes_the_data_sets():
    table = table_of(
        "dataset,kind,metric,A,B / d1,x,accuracy,.7,.8 / d1,x,f1,.6,.9 / d2,y,accuracy,.5,.6"
        " / d2,y,f1,.3,.4"
    )
    read = read_scores(table)
    assert list(read.measures) == ["accuracy", "f1"]
    assert read.scores.query("model == 'B'")["f1"].tolist() == [0.9, 0.4]


TYPES = table_of(
    "type,name,Precision,Recall,AUC / Over,ROS,.5,.6,.7 / Over,SMOTE,.55,.61,.72"
    " / Under,RUS,.4,.5,.6 / Under,NearMiss,.41,.52,.63"
)


def test_the_column_of_models_is_the_one_that_tells_the_rows_apart():
    assert question(TYPES) == (
        "has the measures Precision, Recall, AUC, but no column of models: give --columns "
        "model=name, or write the files of several models as one table with that column."
    )
    assert models_of(TYPES, columns={"model": "name"}) == ["NearMiss", "ROS", "RUS", "SMOTE"]
    # With the data sets, another column does.
    on_datasets = pd.concat([TYPES.assign(dataset=name) for name in "ab"])
    assert "give --columns model=name, or" in question(on_datasets)


@pytest.mark.parametrize(
    "table",
    [TYPES.assign(type=["a", "b", "c", "d"]), TYPES.assign(name=["x", "x", "x", "x"])],
    ids=["both tell the rows apart", "none does"],
)
def test_several_columns_that_may_have_the_models_are_all_named(table):
    sentence = question(table)
    assert (
        "give --columns model=type or model=name, whichever has the names of the models, or write"
    ) in sentence


ERRORS = table_of(
    "split,method,sampling,AUC,F1,Type1_Error,Type2_Error,tune_val_auc"
    " / s1,Old,none,.57,.05,.23,.69,.573 / s1,Old,over,.55,.06,.21,.68,.571"
    " / s1,New,none,.85,.24,.06,.49,.851 / s1,New,over,.86,.23,.07,.47,.852"
    " / s2,Old,none,.58,.07,.25,.66,.581 / s2,Old,over,.59,.06,.26,.65,.582"
    " / s2,New,none,.84,.22,.05,.48,.841 / s2,New,over,.83,.21,.06,.46,.842"
)
NAMED = ["AUC", "F1"]


def test_numbers_with_a_fraction_are_scores_and_tell_no_rows_apart():
    both = question(ERRORS, measures=NAMED)
    assert both == (
        "has several rows for the model Old on the data set data, which differ in the columns "
        "split and sampling: if one is a setting of the models, write it into the column method; "
        "if one names the data sets, give --columns dataset=split or dataset=sampling; if one is "
        "a part of the data, give --columns subset=split or subset=sampling; if one numbers "
        "replicates, give --columns seed=split or seed=sampling, or fold or repeat; else keep the "
        "rows of one."
    )
    # One of the columns given, the other one is asked about.
    one = question(ERRORS, measures=NAMED, columns={"dataset": "split"})
    assert "which differ in the column sampling: if it is a setting" in one
    columns = {"dataset": "split", "subset": "sampling"}
    read = read_scores(ERRORS, measures=NAMED, columns=columns)
    assert sorted(read.scores["dataset"].unique()) == ["s1", "s2"]
    assert models_of(ERRORS, measures=NAMED, columns=columns) == ["New", "Old"]


def test_whole_numbers_and_texts_tell_rows_apart_texts_first():
    table = ERRORS[["method", "AUC"]].assign(n=range(8), part=[*"aabbccdd"], step_size=0.5)
    table["depth"] = [1, 2, 1, 2, 1, 2, 1, 2]
    assert "differ in the columns part and depth: if one" in question(table.drop(columns="n"))


def test_kinds_of_errors_beside_other_measures_are_no_data_sets():
    """Of "Type1_Error" and "Type2_Error" alone, the table could be one of two data sets."""
    columns = {"subset": "tune_val_auc", "dataset": "sampling"}
    sentence = question(ERRORS, columns={"subset": "tune_val_auc"})
    assert "unknown for Type1_Error, Type2_Error: give --lower-is-better Type1_Error" in sentence
    read = read_scores(
        ERRORS, measures=NAMED, columns={**columns, "subset": "split"}, stated={"AUC": True}
    )
    assert list(read.measures) == NAMED
    # An average of the same measure is still left out.
    wer = table_of("model,AMI WER,LS WER,WER / a,8,2,5 / b,9,3,6")
    assert sorted(read_scores(wer).scores["dataset"].unique()) == ["ami", "ls"]


def test_to_name_the_measures_is_not_advised_where_they_are_named():
    wide = table_of("dataset,A,B / d1,.7,.8 / d2,.6,.9")
    assert question(wide, measures=["final score"]) == (
        "Whether higher is better is unknown for final score: give --higher-is-better or "
        "--lower-is-better 'final score' (`higher_is_better` in Python)."
    )
    long = wide.melt("dataset", var_name="model", value_name="final score")
    assert question(long, measures=["final score"]).endswith("(`higher_is_better` in Python).")
    assert question(long).endswith("or name the measures to compare with `measures`.")


CLIP = table_of(
    "name,pretrained,params (M),ImageNet,CIFAR / ViT-B,openai,150,.7,.8 / ViT-B,laion,150,.71,.82"
    " / ViT-L,openai,430,.8,.9 / ViT-L,laion,430,.81,.92"
)


def test_models_in_rows_that_another_text_tells_apart_are_asked_about_as_in_long_tables():
    sentence = question(CLIP, measures=["accuracy"], columns={"model": "name"})
    assert sentence == (
        "has several rows for the model ViT-B, which differ in the column pretrained: if it is a "
        "setting of the models, write it into the column name; if it is a part of the data, give "
        "--columns subset=pretrained; if it numbers replicates, give --columns seed=pretrained, "
        "or fold or repeat; else keep the rows of one."
    )
    written = CLIP.assign(name=CLIP["name"] + " " + CLIP["pretrained"])
    models = models_of(written, measures=["accuracy"], columns={"model": "name"})
    assert models == ["ViT-B laion", "ViT-B openai", "ViT-L laion", "ViT-L openai"]
    assert question(CLIP, measures=["accuracy"]) == (
        "has the text columns name, pretrained: for the one that names the data sets, give "
        "--columns dataset=name or dataset=pretrained, or if the rows are models, --columns "
        "model=name or model=pretrained."
    )


def test_the_cases_of_a_challenge_are_asked_about_as_items():
    table = pd.DataFrame(
        [(task, "A1", 0.5 + case / 10, case) for task in "xy" for case in range(5)],
        columns=["task", "alg_name", "dice", "case"],
    )
    sentence = question(table)
    assert (
        "; if it has the cases or questions that every model was given, give --columns item=case; "
    ) in sentence
    # Of data sets in columns no column has items.
    wide = question(CLIP, measures=["accuracy"], columns={"model": "name"})
    assert "item" not in wide


def test_data_sets_in_rows_that_a_text_tells_apart_are_asked_about():
    sentence = question(
        CLIP.drop(columns="params (M)"), measures=["accuracy"], columns={"dataset": "name"}
    )
    assert sentence == (
        "has several rows on the data set ViT-B, which differ in the column pretrained: if it is "
        "a part of the data, give --columns subset=pretrained; if it numbers replicates, give "
        "--columns seed=pretrained, or fold or repeat; else keep the rows of one."
    )


def test_a_known_option_tells_models_in_rows_apart():
    table = CLIP.rename(columns={"name": "model", "pretrained": "version"})
    read = read_scores(table, measures=["accuracy"])
    assert "Models are also distinguished by version." in read.notes
    assert read.scores["model"].nunique() == 4


def test_an_option_that_is_in_the_names_of_models_is_not_called_unused():
    table = pd.DataFrame(
        [("heart", m, p, n / 10) for n, (m, p) in enumerate(product("ab", ["short", "long"]))],
        columns=["dataset", "model", "prompt", "accuracy"],
    )
    read = read_scores(table)
    assert "Models are also distinguished by prompt." in read.notes
    assert not any("Not used" in note for note in read.notes)
    assert set(read.scores["model"]) == {"a short", "a long", "b short", "b long"}


def test_many_prompts_may_be_questions_that_every_model_was_given():
    table = pd.DataFrame(
        [(m, f"p{n}", int(n < rate)) for m, rate in (("a", 3), ("b", 5)) for n in range(6)],
        columns=["model", "prompt", "accuracy"],
    )
    assert (
        "if it has the cases or questions that every model was given, give --columns item=prompt; "
    ) in question(table)


def test_a_column_without_a_name_is_asked_to_have_one(tmp_path):
    """What `DataFrame.to_csv` writes of an index without a name."""
    path = tmp_path / "models.csv"
    path.write_text(",win_rate,accuracy\nmA,0.77,0.81\nmB,0.75,0.79\n")
    sentence = question(path)
    assert "no column of models: name the unnamed column model, or w" in sentence
    path.write_text("model,win_rate,accuracy\nmA,0.77,0.81\nmB,0.75,0.79\n")
    assert models_of(path) == ["mA", "mB"]


def test_what_describes_the_values_of_metrics_names_no_models():
    """The table that lm-eval prints for one model."""
    table = table_of(
        "Tasks,Version,Filter,n-shot,Metric,Direction,Value,Stderr"
        " / boolq,1,none,0,acc,up,.8,.01 / mmlu,1,none,0,acc,up,.6,.01"
    )
    assert question(table) == (
        "has metric values (column Metric), but no column of models: add a column model."
    )
    better = table.assign(Value=table["Value"] + 0.1)
    read = read_scores(pd.concat([table.assign(model="a"), better.assign(model="b")]))
    assert read.scores.groupby("model")["acc"].mean().round(9).to_dict() == {"a": 0.7, "b": 0.8}


@pytest.mark.parametrize("value", ["value", "mean"])
def test_limits_and_counts_beside_the_values_of_metrics_are_no_models(value):
    table = table_of("task,metric,value,lower,upper,n / d1,acc,.8,.7,.9,90 / d2,acc,.6,.5,.7,80")
    sentence = question(table.rename(columns={"value": value}))
    assert "has metric values (column metric), but no column of models" in sentence


def test_the_mean_may_be_a_model_among_others():
    table = table_of("task,metric,mean,knn / d1,rmse,9,8 / d2,rmse,7,5")
    assert models_of(table) == ["knn", "mean"]


def test_of_many_measures_without_a_direction_the_first_are_asked_about():
    names = [f"a long name of property {n:03}" for n in range(90)]
    table = pd.DataFrame({"model": ["x", "y"], **{name: [n, 2] for n, name in enumerate(names)}})
    table = table.rename(columns={names[1]: "error of it", names[2]: "quality of it"})
    sentence = question(table, measures=[*table.columns[1:]])
    assert len(sentence) < 900
    assert f"unknown for {names[0]}, error of it, quality of it, {names[3]}, " in sentence
    assert f"{names[5]} and 84 more: give --higher-is-better 'quality of it' --lower" in sentence
    assert sentence.endswith("(`higher_is_better` in Python) and likewise for the others.")
    # What is typed as advised is taken, and the next ones are asked about.
    stated = dict.fromkeys(advised(sentence, "--higher-is-better or --lower-is-better"), False)
    assert [*stated] == [names[n] for n in (0, 3, 4, 5)]
    stated |= {"error of it": False, "quality of it": True}
    then = question(table, measures=[*table.columns[1:]], stated=stated)
    assert f"unknown for {names[6]}, {names[7]}, " in then


def test_the_rank_on_a_leaderboard_of_kaggle_is_no_measure():
    table = table_of(
        "Rank,TeamId,TeamName,Score,SubmissionCount / 1,9012,kernels,.91,5"
        " / 2,4711,forests,.88,3 / 3,3303,trees,.8,4"
    )
    assert question(table) == (
        "Whether higher is better is unknown for Score: give --higher-is-better or "
        "--lower-is-better Score (`higher_is_better` in Python), or name the measures to compare "
        "with `measures`."
    )
    read = read_scores(table, stated={"Score": True})
    assert read.scores["model"].tolist() == ["kernels", "forests", "trees"]
    assert read.measures == {"Score": True}


def test_dates_and_the_ids_of_runs_name_no_models():
    table = table_of(
        "run_id,created,arch,auc / 0123456789abcdef0123456789abcdef,2024-05-01 10:00,net,.9"
        " / 123456789abcdef0123456789abcdef0,2024-05-02 10:00,tree,.8"
    )
    assert advised(question(table)) == ["model=arch"]
    assert models_of(table, columns={"model": "arch"}) == ["net", "tree"]


def test_the_estimators_of_mlflow_are_models_and_its_training_scores_no_measures():
    table = table_of(
        "run_id,metrics.roc_auc,metrics.training_score,tags.estimator_name,tags.mlflow.runName"
        " / 0123456789abcdef0123456789abcdef,.9,1,Forest,big-fox-1"
        " / 123456789abcdef0123456789abcdef0,.8,1,Tree,sad-cat-2"
    )
    read = read_scores(table)
    assert models_of(table) == ["Forest", "Tree"]
    assert read.measures == {"metrics.roc_auc": True}
    assert "Not used, as they are of other samples: metrics.training_score." in read.notes


def test_data_sets_in_columns_beside_a_rank_are_asked_about_as_data_sets():
    """The rank made it a table of scores, and all data sets were asked for a direction."""
    table = table_of("Method,Adult,Bank,Rank / net,88.1,91.2,1 / tree,87.0,90.1,2")
    sentence = question(table)
    assert sentence == (
        "has columns of numbers not named like measures (Adult, Bank): if they are data sets, "
        "name their measure, such as --measures accuracy (`measures=['accuracy']`); if they are "
        "measures, name these, such as --measures Adult (in Python, measures=['Adult']), and "
        "give --higher-is-better or --lower-is-better Adult (`higher_is_better` in Python)."
    )
    assert set(read_scores(table, measures=["accuracy"]).scores["dataset"]) == {"Adult", "Bank"}
    alone = read_scores(table, measures=["Adult"], stated={"Adult": True})
    assert alone.measures == {"Adult": True}


def test_data_sets_with_different_measures_are_asked_about_and_both_answers_work():
    """HELM has a measure for each scenario, and the mean win rate over all of them."""
    table = table_of(
        "Model,Mean win rate,MMLU - EM,BoolQ - EM,QuAC - F1,XSUM - ROUGE-2"
        " / net,.9,.8,.9,.5,.2 / tree,.1,.7,.8,.4,.1"
    )
    sentence = question(table)
    assert sentence == (
        "has data sets with different measures (MMLU - EM, BoolQ - EM, QuAC - F1, XSUM - ROUGE-2)"
        ": to compare by one measure, name it, such as --measures em (in Python, "
        "measures=['em']); to take all as scores of data sets, give --measures score "
        "--higher-is-better score (`measures` and `higher_is_better` in Python); if they are "
        "measures of one data set, give --higher-is-better 'MMLU - EM' 'BoolQ - EM' 'QuAC - F1' "
        "'XSUM - ROUGE-2' (`higher_is_better={'MMLU - EM': True, 'BoolQ - EM': True, "
        "'QuAC - F1': True, 'XSUM - ROUGE-2': True}`) as the name suggests."
    )
    of_one = read_scores(table, measures=advised(sentence, "--measures"))
    assert set(of_one.scores["dataset"]) == {"mmlu", "bool q"}
    assert of_one.scores["em"].tolist() == [0.8, 0.7, 0.9, 0.8]
    assert of_one.notes == [
        "Not used: the columns Mean win rate, QuAC - F1, XSUM - ROUGE-2.",
    ]
    of_all = read_scores(table, measures=["score"], stated={"score": True})
    assert set(of_all.scores["dataset"]) == {*table.columns[2:]}


def test_losses_beside_accuracies_of_other_data_sets_are_not_taken_as_one_score():
    sentence = question(table_of("model,adult_auc,house_rmse / a,.9,3 / b,.8,4"))
    assert sentence == (
        "has data sets with different measures (adult_auc, house_rmse): write a table with the "
        "columns dataset, model and one for each measure; if they are measures of one data set, "
        "give --higher-is-better adult_auc --lower-is-better house_rmse "
        "(`higher_is_better={'adult_auc': True, 'house_rmse': False}`) as the name suggests."
    )


def test_measures_of_two_kinds_of_instances_may_be_those_of_one_data_set():
    table = table_of("model,clean_acc,robust_acc,clean_f1 / a,.9,.3,.8 / b,.8,.4,.7")
    sentence = question(table)
    assert sentence.endswith(
        "; if they are measures of one data set, give --higher-is-better clean_acc robust_acc "
        "clean_f1 (`higher_is_better={'clean_acc': True, 'robust_acc': True, 'clean_f1': True}`) "
        "as the name suggests."
    )
    stated = dict.fromkeys(
        advised(sentence, after="if they are", option="--higher-is-better"), True
    )
    assert list(stated) == ["clean_acc", "robust_acc", "clean_f1"]
    assert read_scores(table, stated=stated).measures == stated
