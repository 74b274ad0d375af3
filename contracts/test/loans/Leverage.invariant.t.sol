// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {IPool} from "../../src/tokens/IPool.sol";
import {BorrowerHandler} from "../helpers/BorrowerHandler.sol";
import {LeverageHandler} from "../helpers/LeverageHandler.sol";
import {LoansInvariantFixture} from "./Loans.invariant.t.sol";

/// @dev Random trades, loans and leverage positions.
abstract contract LeverageInvariantFixture is LoansInvariantFixture {
    LeverageHandler internal trading;

    function setUp() public virtual override {
        super.setUp();
        address[2] memory wallets = [ALICE, BOB];
        for (uint256 i; i < wallets.length; ++i) {
            vm.prank(wallets[i]);
            usdb.approve(address(main), type(uint256).max);
        }
    }

    function targetSelectors() external view override returns (FuzzSelector[] memory targets) {
        bytes4[] memory selectors = new bytes4[](13);
        selectors[0] = trading.open.selector;
        selectors[1] = trading.sellPosition.selector;
        selectors[2] = trading.repayPosition.selector;
        selectors[3] = trading.extendPosition.selector;
        selectors[4] = trading.liquidatePosition.selector;
        selectors[5] = trading.claimPosition.selector;
        selectors[6] = trading.open.selector;
        selectors[7] = trading.buy.selector;
        selectors[8] = trading.sell.selector;
        selectors[9] = trading.borrow.selector;
        selectors[10] = trading.sellPart.selector;
        selectors[11] = trading.liquidate.selector;
        selectors[12] = trading.wait.selector;
        targets = new FuzzSelector[](1);
        targets[0] = FuzzSelector(address(trading), selectors);
    }

    function _newHandler() internal override returns (BorrowerHandler) {
        trading = new LeverageHandler(main, hub, _borrowers(), pools);
        return trading;
    }
}

contract LeverageInvariantTest is LeverageInvariantFixture {
    function setUp() public override {
        super.setUp();
        for (uint256 i; i < pools.length; ++i) {
            trading.buy(0, i, 3_000e18);
            trading.open(1, i, 1_000e18, i);
        }
    }

    function _borrowers() internal pure override returns (address[] memory wallets) {
        wallets = new address[](2);
        (wallets[0], wallets[1]) = (ALICE, BOB);
    }

    /// forge-config: default.invariant.runs = 20
    /// forge-config: deep.invariant.runs = 10000
    /// forge-config: default.invariant.depth = 20
    /// forge-config: deep.invariant.depth = 20
    function invariant_positions() public view {
        _assertSolvent();
        _assertFloors();
        _assertLoans();
    }

    /// The invariants would hold trivially if the handler did nothing.
    function test_theHandlerDoesEverything() public {
        uint256 seed = 11;
        for (uint256 i; i < 120; ++i) {
            seed = next(seed);
            uint256 which = seed >> 128;
            if (i % 2 == 0) trading.open(seed, seed >> 8, which, seed >> 32);
            trading.extendPosition(seed, which, seed >> 8, which % 2 == 0, which % 3 > 0);
            if (i % 3 == 0) trading.wait(seed % 30 days);
            trading.liquidatePosition(seed, seed >> 8, which);
            trading.claimPosition(seed, which >> 8);
            trading.sellPosition(seed, which >> 8, seed >> 16);
            if (i % 7 == 0) trading.repayPosition(seed, which >> 16);
        }
        string[6] memory names =
            ["open", "sellPosition", "repayPosition", "extendPosition", "liquidatePosition", "claimPosition"];
        for (uint256 i; i < names.length; ++i) {
            vm.assertGe(trading.count(names[i]), 3, names[i]);
        }
        _assertSolvent();
        _assertFloors();
        _assertLoans();
    }

    /// Invariant 1: all free tokens can be sold, in any order, with everything open; then everything can be closed.
    function afterInvariant() public {
        uint256 seed = uint256(keccak256(abi.encode(vm.getBlockTimestamp(), main.reserve1())));
        bool bobFirst = seed % 2 == 0;
        trading.sellAll(bobFirst ? BOB : ALICE, seed);
        trading.sellAll(bobFirst ? ALICE : BOB, next(seed));
        _assertSolvent();
        _assertLoans();
        trading.unwind(ALICE, seed);
        trading.unwind(BOB, seed);
        for (uint256 i; i < pools.length; ++i) {
            vm.assertEq(IPool(pools[i]).lent(), 0, "everything has ended");
            vm.assertEq(FactoryToken(pools[i]).balanceOf(address(main)), 0, "no collateral is left");
        }
        _assertSolvent();
        _assertFloors();
    }
}

/// @dev One wallet acts, in pools in which another one has bought and has a position.
contract LeverageProfitInvariantTest is LeverageInvariantFixture {
    uint256 private constant START = 1e30 + 1_000_000e18;

    function setUp() public override {
        super.setUp();
        for (uint256 i; i < pools.length; ++i) {
            buy(BOB, pools[i], 10_000e18);
            address[] memory path = trading.path(pools[i], true);
            vm.prank(BOB);
            swap.leverageBuy(10_000e18, 0, path, 1_000);
        }
    }

    function _borrowers() internal pure override returns (address[] memory wallets) {
        wallets = new address[](1);
        wallets[0] = ALICE;
    }

    /// forge-config: default.invariant.runs = 20
    /// forge-config: deep.invariant.runs = 10000
    /// forge-config: default.invariant.depth = 20
    /// forge-config: deep.invariant.depth = 20
    function invariant_onlyTheWalletActs() public view {
        vm.assertEq(main.leverageCount(BOB), pools.length);
    }

    /// Invariant 5: no sequence of calls ends with more USDB than it began with.
    function afterInvariant() public {
        trading.unwind(ALICE, uint256(keccak256(abi.encode(vm.getBlockTimestamp(), main.reserve1()))));
        vm.assertLe(usdb.balanceOf(ALICE), START, "USDB of the wallet");
    }
}
