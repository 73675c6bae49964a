"""Tables as benchmarks and tools publish them: what is a measure, a model and a data set there."""

import pytest

import prgbench
from prgbench.run.errors import PrgbenchError
from prgbench.sources.scores.directions import guessed_direction, is_measure, known_measure
from prgbench.sources.scores.table import read_scores


def read(tmp_path, text, **arguments):
    path = tmp_path / "table.csv"
    path.write_text(text.strip() + "\n", encoding="utf-8")
    return read_scores(path, **arguments)


def question(tmp_path, text, **arguments):
    path = tmp_path / "table.csv"
    path.write_text(text.strip() + "\n", encoding="utf-8")
    with pytest.raises(PrgbenchError) as caught:
        prgbench.compare(path, progress=False, **arguments)
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "higher"),
    [
        ("EM (Robustness)", True),
        ("ECE (10-bin) (Fairness)", False),
        ("RR@10 (Robustness)", True),
        ("Quasi-exact match", True),
        ("P_10", True),
        ("success_5", True),
        ("HR@10", True),
        ("bbox_mAP_50", True),
        ("segm_mAP_s", True),
        ("APl", True),
        ("MetricX-24", False),
        ("Harrell's C", True),
        ("OOD AUROC", True),
        ("DSC", True),
        ("E-AURC", False),
        ("Hausdorff distance", False),
        ("human_normalized_score", True),
    ],
)
def test_measures_as_benchmarks_call_them(name, higher):
    assert known_measure(name).higher_is_better is higher


def test_words_beside_a_measure_alone_are_none():
    # p_1 is a parameter, HR a hazard ratio or a heart rate.
    for name in ("robustness", "fairness", "p_1", "HR"):
        assert known_measure(name) is None


def test_a_word_inside_the_name_of_a_measure_suggests_no_other_direction():
    assert guessed_direction("MetricX-23-XXL") is False
    assert guessed_direction("accuracyDrop") is False
    # In credit scoring higher is better by it, of recommended items lower.
    assert guessed_direction("GiniIndex@10") is None
    assert known_measure("Gini").higher_is_better is True


@pytest.mark.parametrize("name", ["p-value", "p_value", "pval", "AUC p-value", "adj. p"])
def test_p_values_are_no_scores(name):
    assert is_measure(name) is False


def test_p_values_are_no_data_set(tmp_path):
    text = "Algorithm,adult,bank,p-value\nRF,0.91,0.9,0.03\nLR,0.8,0.85,0.01"
    table = read(tmp_path, text, measures=["accuracy"])
    assert sorted(table.scores["dataset"].unique()) == ["adult", "bank"]
    assert "Not used: the column p-value." in table.notes


def test_average_ranks_are_left_out_however_they_are_called(tmp_path):
    text = "Dataset,A,B\na,0.9,0.8\nb,0.7,0.75\nAVERAGE,0.8,0.775\nAVERAGE RANKING,1.5,1.5"
    table = read(tmp_path, text, measures=["accuracy"])
    assert sorted(table.scores["dataset"].unique()) == ["a", "b"]
    assert "Left out as aggregates: the data sets AVERAGE, AVERAGE RANKING." in table.notes


def test_texts_beside_data_sets_by_measures_are_named_as_not_used(tmp_path):
    text = "Model,Organisation,adult_auc,bank_auc\na,X,.9,.8\nb,Y,.8,.7"
    assert "Not used: the column Organisation." in read(tmp_path, text).notes


def test_cases_beside_regions_by_measures_are_asked_about_and_the_advice_works(tmp_path):
    rows = [
        f"case{n},{model},{0.8 + shift + n / 100},{0.7 + shift},{5 + n},{6 + n}"
        for n in range(6)
        for model, shift in (("unet", 0.0), ("nnunet", 0.05))
    ]
    text = "\n".join(["case,algorithm,Dice_WT,Dice_ET,HD95_WT,HD95_ET", *rows])
    assert "which differ in the column case" in question(tmp_path, text)
    read_seeds = read(tmp_path, text, columns={"seed": "case"})
    assert read_seeds.measures == {"dice": True, "hd95": False}
    assert sorted(read_seeds.scores["dataset"].unique()) == ["et", "wt"]
    items = {"columns": {"item": "case"}, "measures": ["Dice_WT"]}
    compared = prgbench.compare(tmp_path / "table.csv", progress=False, **items)
    assert [best.model for best in compared.answer.best_models] == ["nnunet"]


def test_a_column_of_texts_is_no_measure_whatever_its_name(tmp_path):
    text = "Model,Precision,AUC\na,bfloat16,0.9\nb,float16,0.8"
    assert read(tmp_path, text).measures == {"AUC": True}


def test_scores_in_percent_signs_are_refused_before_a_cost_is_compared(tmp_path):
    text = "Model,Average,IFEval,CO2 cost (kg)\na,47.98 %,86.38 %,47.6\nb,43.41 %,86.7 %,33.4"
    assert "has '47.98 %' in row 1 of the column Average: write one number" in question(
        tmp_path, text
    )


def test_spreads_in_the_cells_of_models_are_refused_by_their_column(tmp_path):
    text = "benchmark,metric,Chem,Map\nHIA,AUROC,0.9 ± 0.1,0.8 ± 0.1\nPgp,AUROC,0.7 ± 0.1,0.6"
    assert "has '0.9 ± 0.1' in row 1 of the column Chem" in question(tmp_path, text)


@pytest.mark.parametrize("first", [",adult,adult,bank,bank\nModel,", "Model,adult,,bank,\n,"])
def test_two_rows_of_names_are_to_be_one(tmp_path, first):
    rows = "Acc,AUC,Acc,AUC\nRF,0.85,0.91,0.9,0.93\nLR,0.84,0.9,0.89,0.9"
    sentence = question(tmp_path, first + rows)
    assert "has two rows of names: write them as one, such as adult_Acc and bank_A" in sentence


def test_the_number_of_classes_beside_the_archive_of_ucr_is_no_true_class(tmp_path):
    rows = ["Image,Adiac,390,391,37,0.6,0.8", "Spectro,Beef,30,30,5,0.6,0.7"]
    text = "\n".join(["Type,Name,Train,Test,Class,DTW,HC2", *rows])
    assert "name their one measure" in question(tmp_path, text)
    table = read(tmp_path, text, measures=["accuracy"], columns={"dataset": "Name"})
    assert sorted(table.scores["model"].unique()) == ["DTW", "HC2"]


def test_signs_of_lm_eval_without_a_name_are_no_columns(tmp_path):
    text = """
model,Tasks,Version,Filter,n-shot,Metric,,Value,,Stderr
a,arc,1,none,0,acc,↑,0.57,±,0.01
a,lambada,1,none,0,acc,↑,0.56,±,0.007
b,arc,1,none,0,acc,↑,0.64,±,0.01
b,lambada,1,none,0,acc,↑,0.65,±,0.007
"""
    table = read(tmp_path, text)
    assert table.measures == {"acc": True}
    assert sorted(table.scores["dataset"].unique()) == ["arc", "lambada"]


def test_a_minus_sign_is_read_as_one(tmp_path):
    table = read(tmp_path, "dataset,model,R2\na,rf,0.5\na,lr,\u22120.2")
    assert sorted(table.scores["R2"]) == [-0.2, 0.5]


def test_fedavg_is_no_average(tmp_path):
    text = "dataset,model,acc\na,FedAvg,0.9\na,FedProx,0.8\nb,FedAvg,0.7\nb,FedProx,0.6"
    assert not [note for note in read(tmp_path, text).notes if "average" in note]


def test_agents_on_games_and_trackers_are_models(tmp_path):
    text = "game,agent,seed,hns\nPong,DQN,0,1.2\nPong,PPO,0,0.9\nAlien,DQN,0,0.3\nAlien,PPO,0,0.2"
    table = read(tmp_path, text, measures=["hns"], stated={"hns": True})
    assert sorted(table.scores["model"].unique()) == ["DQN", "PPO"]
    assert sorted(table.scores["dataset"].unique()) == ["Alien", "Pong"]
