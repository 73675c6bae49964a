"""The scikit-learn flows of the embedded archive, from strong learners to a constant score."""

from sklearn.calibration import CalibratedClassifierCV
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import (
    LinearDiscriminantAnalysis,
    QuadraticDiscriminantAnalysis,
)
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    ExtraTreesClassifier,
    GradientBoostingClassifier,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
    VotingClassifier,
)
from sklearn.feature_selection import SelectKBest
from sklearn.kernel_approximation import Nystroem
from sklearn.linear_model import LogisticRegression, Perceptron, RidgeClassifier, SGDClassifier
from sklearn.naive_bayes import BernoulliNB, ComplementNB, GaussianNB, MultinomialNB
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import KBinsDiscretizer, MinMaxScaler
from sklearn.svm import SVC, LinearSVC
from sklearn.tree import DecisionTreeClassifier, ExtraTreeClassifier

from prgbench.archive.embedded.learners import Flow, Reversed, scaled, tree
from prgbench.archive.embedded.weak_flows import weak_flows


def flows() -> list[Flow]:
    """Return the flows in the order of their ids (1, 2, 3, ...)."""
    return [
        # no skill
        Flow("sklearn.dummy.DummyClassifier(prior)", lambda _: DummyClassifier(strategy="prior")),
        Flow(
            "sklearn.dummy.DummyClassifier(stratified)",
            lambda seed: DummyClassifier(strategy="stratified", random_state=seed),
        ),
        Flow("prgbench.Reversed(GaussianNB)", lambda _: Reversed(GaussianNB())),
        # single trees
        Flow("sklearn.tree.DecisionTreeClassifier(stump)", tree(max_depth=1)),
        Flow(
            "sklearn.tree.DecisionTreeClassifier(random stump)",
            tree(max_depth=1, splitter="random"),
        ),
        Flow("sklearn.tree.DecisionTreeClassifier(depth 2)", tree(max_depth=2)),
        Flow("sklearn.tree.DecisionTreeClassifier(depth 3)", tree(max_depth=3)),
        Flow("sklearn.tree.DecisionTreeClassifier(depth 5)", tree(max_depth=5)),
        Flow("sklearn.tree.DecisionTreeClassifier(leaf 10)", tree(min_samples_leaf=10)),
        Flow(
            "sklearn.tree.DecisionTreeClassifier(entropy, depth 4)",
            tree(max_depth=4, criterion="entropy"),
        ),
        Flow("sklearn.tree.DecisionTreeClassifier(full)", tree()),
        Flow(
            "sklearn.tree.ExtraTreeClassifier(depth 6)",
            lambda seed: ExtraTreeClassifier(max_depth=6, random_state=seed),
            setups=(1, 2),
        ),
        # ensembles
        Flow(
            "sklearn.ensemble.RandomForestClassifier(10)",
            lambda seed: RandomForestClassifier(10, random_state=seed),
            setups=(1, 2),
        ),
        Flow(
            "sklearn.ensemble.RandomForestClassifier(25, depth 3)",
            lambda seed: RandomForestClassifier(25, max_depth=3, random_state=seed),
        ),
        Flow(
            "sklearn.ensemble.ExtraTreesClassifier(25)",
            lambda seed: ExtraTreesClassifier(25, random_state=seed),
        ),
        Flow(
            "sklearn.ensemble.BaggingClassifier(10 trees)",
            lambda seed: BaggingClassifier(
                DecisionTreeClassifier(max_depth=4), 10, random_state=seed
            ),
        ),
        Flow(
            "sklearn.ensemble.AdaBoostClassifier(10 stumps)",
            lambda seed: AdaBoostClassifier(n_estimators=10, random_state=seed),
        ),
        Flow(
            "sklearn.ensemble.AdaBoostClassifier(20 random trees)",
            lambda seed: AdaBoostClassifier(
                ExtraTreeClassifier(max_depth=3), n_estimators=20, random_state=seed
            ),
        ),
        Flow(
            "sklearn.ensemble.GradientBoostingClassifier(30)",
            lambda seed: GradientBoostingClassifier(
                n_estimators=30, max_features="sqrt", subsample=0.5, random_state=seed
            ),
            setups=(1, 2),
        ),
        Flow(
            "sklearn.ensemble.HistGradientBoostingClassifier(10)",
            lambda seed: HistGradientBoostingClassifier(
                max_iter=10, max_leaf_nodes=8, max_bins=32, random_state=seed
            ),
        ),
        Flow(
            "sklearn.ensemble.VotingClassifier(tree, naive Bayes, kNN)",
            lambda seed: VotingClassifier(
                [
                    ("tree", DecisionTreeClassifier(max_depth=3, random_state=seed)),
                    ("bayes", GaussianNB()),
                    ("neighbours", KNeighborsClassifier(7)),
                ],
                voting="soft",
            ),
        ),
        # linear models
        Flow("sklearn.linear_model.LogisticRegression", lambda _: scaled(LogisticRegression())),
        Flow(
            "sklearn.linear_model.LogisticRegression(C=0.001)",
            lambda _: scaled(LogisticRegression(C=0.001)),
        ),
        Flow(
            "sklearn.linear_model.LogisticRegression(sparse)",
            lambda _: scaled(LogisticRegression(C=0.1, l1_ratio=1.0, solver="liblinear")),
        ),
        Flow(
            "sklearn.linear_model.LogisticRegression(2 components)",
            lambda seed: scaled(PCA(2, random_state=seed), LogisticRegression()),
        ),
        Flow(
            "sklearn.linear_model.LogisticRegression(best feature)",
            lambda _: scaled(SelectKBest(k=1), LogisticRegression()),
        ),
        Flow(
            "sklearn.linear_model.LogisticRegression(Nystroem)",
            lambda seed: scaled(
                Nystroem(gamma=0.02, n_components=40, random_state=seed), LogisticRegression()
            ),
        ),
        Flow(
            "sklearn.linear_model.SGDClassifier(log loss)",
            lambda seed: scaled(SGDClassifier(loss="log_loss", random_state=seed)),
            setups=(1, 2),
        ),
        Flow(
            "sklearn.linear_model.SGDClassifier(modified Huber)",
            lambda seed: scaled(SGDClassifier(loss="modified_huber", random_state=seed)),
        ),
        Flow("sklearn.linear_model.RidgeClassifier", lambda _: scaled(RidgeClassifier())),
        Flow(
            "sklearn.linear_model.Perceptron",
            lambda seed: scaled(Perceptron(random_state=seed)),
        ),
        Flow(
            "sklearn.discriminant_analysis.LinearDiscriminantAnalysis",
            lambda _: LinearDiscriminantAnalysis(solver="lsqr", shrinkage=0.1),
        ),
        Flow(
            "sklearn.discriminant_analysis.QuadraticDiscriminantAnalysis",
            lambda _: scaled(QuadraticDiscriminantAnalysis(reg_param=0.5)),
        ),
        # support vector machines
        Flow(
            "sklearn.svm.LinearSVC",
            lambda seed: scaled(LinearSVC(C=0.01, random_state=seed)),
        ),
        Flow("sklearn.svm.SVC(rbf)", lambda _: scaled(SVC())),
        Flow(
            "sklearn.calibration.CalibratedClassifierCV(SVC)",
            lambda _: scaled(CalibratedClassifierCV(SVC(), ensemble=False, cv=3)),
        ),
        # naive Bayes
        Flow("sklearn.naive_bayes.GaussianNB", lambda _: GaussianNB()),
        Flow("sklearn.naive_bayes.BernoulliNB", lambda _: scaled(BernoulliNB())),
        Flow(
            "sklearn.naive_bayes.MultinomialNB",
            lambda _: make_pipeline(MinMaxScaler(clip=True), MultinomialNB()),
        ),
        Flow(
            "sklearn.naive_bayes.ComplementNB",
            lambda _: make_pipeline(MinMaxScaler(clip=True), ComplementNB()),
        ),
        Flow(
            "sklearn.calibration.CalibratedClassifierCV(GaussianNB, isotonic)",
            lambda _: CalibratedClassifierCV(GaussianNB(), method="isotonic", cv=3),
        ),
        # neighbours
        Flow(
            "sklearn.neighbors.KNeighborsClassifier(1)",
            lambda _: scaled(KNeighborsClassifier(1)),
        ),
        Flow(
            "sklearn.neighbors.KNeighborsClassifier(5)",
            lambda _: scaled(KNeighborsClassifier(5)),
        ),
        Flow(
            "sklearn.neighbors.KNeighborsClassifier(25, distance)",
            lambda _: scaled(KNeighborsClassifier(25, weights="distance")),
        ),
        Flow("sklearn.neighbors.NearestCentroid", lambda _: scaled(NearestCentroid())),
        # other
        Flow(
            "sklearn.neural_network.MLPClassifier(8)",
            lambda seed: scaled(
                MLPClassifier((8,), solver="lbfgs", max_iter=20, random_state=seed)
            ),
        ),
        Flow(
            "sklearn.preprocessing.KBinsDiscretizer+LogisticRegression",
            lambda _: make_pipeline(
                KBinsDiscretizer(3, strategy="uniform"), LogisticRegression(C=0.1)
            ),
        ),
        *weak_flows(),
    ]
