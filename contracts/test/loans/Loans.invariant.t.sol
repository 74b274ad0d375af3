// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ILoanBook} from "../../src/loans/ILoanBook.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {IPool} from "../../src/tokens/IPool.sol";
import {BorrowerHandler} from "../helpers/BorrowerHandler.sol";
import {LoanFixture} from "../helpers/LoanFixture.sol";

/// @dev Random trades and loans on TIDE and on tokens of several multipliers.
abstract contract LoansInvariantFixture is LoanFixture {
    /// Where the core book begins in the storage of TIDE.
    uint256 private constant BOOKS = 8;

    BorrowerHandler internal handler;
    address[] internal pools;

    function setUp() public virtual override {
        super.setUp();
        fund(ALICE, 1e30);
        fund(BOB, 1e30);
        pools.push(address(main));
        uint8[5] memory multipliers = [1, 30, 50, 80, 100];
        for (uint256 i; i < multipliers.length; ++i) {
            FactoryToken token = launch(multipliers[i], false, 0, i == 3 ? 300 : 1_000);
            approveHub(ALICE, address(token));
            approveHub(BOB, address(token));
            pools.push(address(token));
        }
        handler = _newHandler();
    }

    function _newHandler() internal virtual returns (BorrowerHandler) {
        return new BorrowerHandler(main, hub, _borrowers(), pools);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function targetSelectors() external view virtual returns (FuzzSelector[] memory targets) {
        bytes4[] memory selectors = new bytes4[](10);
        selectors[0] = handler.buy.selector;
        selectors[1] = handler.sell.selector;
        selectors[2] = handler.borrow.selector;
        selectors[3] = handler.repay.selector;
        selectors[4] = handler.extend.selector;
        selectors[5] = handler.increase.selector;
        selectors[6] = handler.sellPart.selector;
        selectors[7] = handler.liquidate.selector;
        selectors[8] = handler.claim.selector;
        selectors[9] = handler.wait.selector;
        targets = new FuzzSelector[](1);
        targets[0] = FuzzSelector(address(handler), selectors);
    }

    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    function _borrowers() internal view virtual returns (address[] memory wallets);

    /// Invariant 1: a pool holds what is not out on loans.
    function _assertSolvent() internal view {
        for (uint256 i; i < pools.length; ++i) {
            IPool pool = IPool(pools[i]);
            uint256 owed = pool.getLiquidity() - pool.lent();
            vm.assertGe(cashOf(pools[i]), owed, "quote held");
        }
    }

    /// Invariant 2: floors and prices of multiplier 100 never fall, and no floor exceeds its price.
    function _assertFloors() internal view {
        vm.assertFalse(handler.stablePriceFell());
        vm.assertFalse(handler.floorFell());
    }

    /// Invariants 3 and 4, loan by loan.
    function _assertLoans() internal view {
        uint256[] memory lent = new uint256[](pools.length);
        uint256[] memory held = new uint256[](pools.length);
        _addLoans(address(hub), false, lent, held);
        _addLoans(ALICE, true, lent, held);
        _addLoans(BOB, true, lent, held);
        for (uint256 i; i < pools.length; ++i) {
            vm.assertEq(IPool(pools[i]).lent(), lent[i], "lent");
            vm.assertEq(main.collateralHeld(pools[i]), held[i], "collateral");
            vm.assertEq(FactoryToken(pools[i]).balanceOf(address(main)), held[i], "collateral held");
        }
        vm.assertEq(usdb.balanceOf(address(hub)) + usdb.balanceOf(address(swap)), 0, "nothing stays");
        vm.assertEq(usdb.balanceOf(address(taxes)), 0, "taxes keep nothing");
    }

    /// @dev Adds what the loans or leverage positions of `user` have borrowed and hold.
    function _addLoans(address user, bool isLeverage, uint256[] memory lent, uint256[] memory held)
        private
        view
    {
        uint256 count = isLeverage ? main.leverageCount(user) : main.loanCount(user);
        for (uint256 id = 1; id <= count; ++id) {
            ILoanBook.LoanDetails memory loan = isLeverage ? main.leverages(user, id) : main.loans(user, id);
            uint256 i = _indexOf(loan.token);
            held[i] += loan.liquidationClaim;
            if (!loan.active) continue;
            held[i] += loan.collateralAmount;
            lent[0] += loan.fullAmount;
            uint256 tide = i == 0 ? 0 : _tideOf(user, id, isLeverage);
            lent[i] += tide;
            held[0] += tide;
            _assertCovered(loan, tide);
        }
    }

    /// Invariant 4: the collateral is worth the debt, and covers it in a liquidation.
    function _assertCovered(ILoanBook.LoanDetails memory loan, uint256 tide) private view {
        uint256 least = main.collateralFor(loan.fullAmount);
        if (tide > 0) {
            vm.assertGe(IPool(loan.token).collateralValue(loan.collateralAmount), tide, "TIDE lent");
            vm.assertLe(least, tide, "TIDE to burn");
            least = IPool(loan.token).collateralFor(least);
        }
        vm.assertGe(main.getColleteralValue(loan.collateralAmount, loan.token), loan.fullAmount, "debt");
        vm.assertLe(least, loan.collateralAmount, "collateral to burn");
    }

    function _indexOf(address token) private view returns (uint256 i) {
        while (pools[i] != token) ++i;
    }

    /// @dev No view answers it: the upper half of the second word of a loan.
    function _tideOf(address user, uint256 id, bool isLeverage) private view returns (uint256) {
        bytes32 ofUser = keccak256(abi.encode(user, BOOKS + (isLeverage ? 2 : 1)));
        bytes32 slot = bytes32(uint256(keccak256(abi.encode(id, ofUser))) + 1);
        return uint256(vm.load(address(main), slot)) >> 128;
    }
}

contract LoansInvariantTest is LoansInvariantFixture {
    function setUp() public override {
        super.setUp();
        for (uint256 i; i < pools.length; ++i) {
            handler.buy(0, i, 3_000e18);
            handler.buy(1, i, 500e18);
        }
    }

    function _borrowers() internal pure override returns (address[] memory wallets) {
        wallets = new address[](2);
        (wallets[0], wallets[1]) = (ALICE, BOB);
    }

    /// forge-config: default.invariant.depth = 20
    /// forge-config: deep.invariant.depth = 20
    function invariant_loans() public view {
        _assertSolvent();
        _assertFloors();
        _assertLoans();
    }

    /// The invariants would hold trivially if the handler did nothing.
    function test_theHandlerDoesEverything() public {
        uint256 seed = 7;
        for (uint256 i; i < 150; ++i) {
            seed = next(seed);
            uint256 which = seed >> 128;
            handler.buy(seed, seed >> 8, seed >> 16);
            handler.borrow(seed, seed >> 8, which, seed >> 32);
            handler.sell(seed, seed >> 16, which);
            handler.extend(seed, which, seed >> 8, which % 2 == 0, which % 3 > 0);
            handler.increase(seed, which, seed >> 16);
            if (i % 3 == 0) handler.wait(seed % 30 days);
            handler.liquidate(seed, seed >> 8, which, which % 2 == 0);
            handler.claim(seed, which >> 8);
            handler.sellPart(seed, which >> 8, seed >> 16);
            if (i % 7 == 0) handler.repay(seed, which >> 16);
        }
        string[10] memory names = [
            "buy", "sell", "borrow", "repay", "extend", "increase", "sellPart", "liquidate", "claim", "wait"
        ];
        for (uint256 i; i < names.length; ++i) {
            vm.assertGe(handler.count(names[i]), 3, names[i]);
        }
        _assertSolvent();
        _assertFloors();
        _assertLoans();
    }

    /// Invariant 1: all free tokens can be sold, in any order, with all loans open; then the loans can be repaid.
    function afterInvariant() public {
        uint256 seed = uint256(keccak256(abi.encode(vm.getBlockTimestamp(), main.reserve1())));
        bool bobFirst = seed % 2 == 0;
        handler.sellAll(bobFirst ? BOB : ALICE, seed);
        handler.sellAll(bobFirst ? ALICE : BOB, next(seed));
        _assertSolvent();
        _assertLoans();
        handler.unwind(ALICE, seed);
        handler.unwind(BOB, seed);
        for (uint256 i; i < pools.length; ++i) {
            vm.assertEq(IPool(pools[i]).lent(), 0, "all loans have ended");
            vm.assertEq(FactoryToken(pools[i]).balanceOf(address(main)), 0, "no collateral is left");
        }
        _assertSolvent();
        _assertFloors();
    }
}

/// @dev One wallet acts, in pools in which another one has bought.
contract LoansProfitInvariantTest is LoansInvariantFixture {
    uint256 private constant START = 1e30 + 1_000_000e18;

    function setUp() public override {
        super.setUp();
        for (uint256 i; i < pools.length; ++i) {
            buy(BOB, pools[i], 20_000e18);
            borrow(BOB, pools[i], FactoryToken(pools[i]).balanceOf(BOB) / 2, 1_000);
        }
    }

    function _borrowers() internal pure override returns (address[] memory wallets) {
        wallets = new address[](1);
        wallets[0] = ALICE;
    }

    /// forge-config: default.invariant.depth = 20
    /// forge-config: deep.invariant.depth = 20
    function invariant_onlyTheWalletActs() public view {
        vm.assertEq(hub.userLoanCount(BOB), pools.length);
    }

    /// Invariant 5: no sequence of calls ends with more USDB than it began with.
    function afterInvariant() public {
        handler.unwind(ALICE, uint256(keccak256(abi.encode(vm.getBlockTimestamp(), main.reserve1()))));
        vm.assertLe(usdb.balanceOf(ALICE), START, "USDB of the wallet");
    }
}
