// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {ITokenFactory} from "../../src/tokens/ITokenFactory.sol";
import {LendingFixture} from "../helpers/LendingFixture.sol";

/// @dev Pools in use get new code at the same address: what they stored before lending existed must be found again, and
/// the state of loans lies elsewhere.
contract LoanStorageTest is LendingFixture {
    uint256 private constant SUPPLY = 2;
    uint256 private constant RESERVES = 5;
    uint256 private constant TIMES = 6;
    /// ERC-7201: keccak256(keccak256(name) - 1) with the last byte cleared.
    uint256 private immutable LENDING = _namespace("atoll.storage.Lending");
    uint256 private immutable BOOKS = _namespace("atoll.storage.LoanBook");

    FactoryToken private token;

    function setUp() public override {
        super.setUp();
        token = launch(50, true, 500, 1_000);
        address[] memory wallets = new address[](1);
        wallets[0] = ALICE;
        vm.prank(DEV);
        token.SetWhitelistedWallet(wallets, 1_000e18, "");
        buy(ALICE, address(token), 200e18);
    }

    function test_variablesOfPoolsKeepTheirSlots() public {
        vm.prank(OPERATOR);
        token.SetProjectVetted(true);
        address[2] memory pools = [address(main), address(token)];
        for (uint256 i; i < pools.length; ++i) {
            FactoryToken pool = FactoryToken(pools[i]);
            vm.assertEq(_word(pools[i], SUPPLY), pool.totalSupply());
            vm.assertEq(uint128(_word(pools[i], RESERVES)), pool.reserve1());
            vm.assertEq(uint64(_word(pools[i], TIMES)), pool.lastTrade());
            vm.assertEq(uint40(_word(pools[i], TIMES) >> 64), block.timestamp);
            vm.assertEq(uint8(_word(pools[i], TIMES) >> 128), i, "vetted");
            bytes32 balance = keccak256(abi.encode(ALICE, uint256(0)));
            vm.assertEq(uint256(vm.load(pools[i], balance)), pool.balanceOf(ALICE));
            bytes32 allowances = keccak256(abi.encode(ALICE, uint256(1)));
            vm.assertEq(_at(pools[i], keccak256(abi.encode(address(swap), allowances))), type(uint256).max);
        }
        vm.assertEq(_word(address(token), RESERVES) >> 128, token.calculateTokenFloor());
    }

    function test_variablesOfTideKeepTheirSlots() public view {
        vm.assertEq(_word(address(main), 7), uint160(OPERATOR));
        vm.assertEq(_word(address(main), 8), 0, "pending owner");
        vm.assertEq(_word(address(main), 9), uint160(address(swap)));
        vm.assertEq(_word(address(main), 10), uint160(TIDE_DEV));
        vm.assertEq(_word(address(main), 11), 0, "nothing was appended");
    }

    function test_variablesOfTokensKeepTheirSlots() public view {
        address target = address(token);
        vm.assertEq(_word(target, TIMES) >> 136, 1, "frozen");
        vm.assertEq(_word(target, 7), 1, "whitelisted wallets");
        vm.assertEq(_at(target, keccak256(abi.encode(ALICE, uint256(8)))), 1);
        vm.assertEq(_at(target, keccak256(abi.encode(ALICE, uint256(9)))), 1_000e18);
        vm.assertEq(
            _at(target, keccak256(abi.encode(ALICE, uint256(10)))), token.whitelistBoughtByUser(ALICE)
        );
        vm.assertEq(_word(target, 11), token.totalShares());
        vm.assertEq(_at(target, keccak256(abi.encode(ALICE, uint256(12)))), token.shares(ALICE));
        vm.assertEq(_word(target, 15), 0, "forfeited shares");
        vm.assertEq(_at(target, keccak256(abi.encode(ALICE, uint256(16)))), token.balanceOf(ALICE), "backing");
    }

    /// A loan writes to its own namespace, and changes the older variables by its fee only.
    function test_loansAreStoredInTheirOwnPlace() public {
        uint256[2] memory reserves = [_word(address(main), RESERVES), _word(address(token), RESERVES)];
        vm.assertEq(_word(address(main), LENDING) + _word(address(token), LENDING), 0);
        borrow(ALICE, address(token), token.balanceOf(ALICE), 10);
        vm.assertEq(_word(address(main), LENDING), main.lent());
        vm.assertEq(_word(address(token), LENDING), token.lent());
        vm.assertTrue(main.lent() > 0 && token.lent() > 0);
        vm.assertEq(_word(address(main), BOOKS), uint160(address(hub)));
        vm.assertEq(_word(address(token), RESERVES), reserves[1]);
        uint256 fee = main.lent() - main.loans(address(hub), 1).borrowedAmount;
        vm.assertEq(uint128(_word(address(main), RESERVES)), uint128(reserves[0]) + fee - fee / 2);
    }

    /// A chain from before loans: no namespace was written. Trades go on as before.
    function test_poolsFromBeforeLoans() public {
        vm.store(address(main), bytes32(BOOKS), 0);
        vm.assertEq(main.loanHub(), address(0));
        vm.assertEq(main.lent(), 0);
        sell(ALICE, address(token), token.balanceOf(ALICE));
        vm.assertEq(IERC20(address(token)).totalSupply(), 0);
        // The operator connects the hub then, and the contract that deploys tokens.
        vm.prank(OPERATOR);
        main.setLoanHub(address(hub));
        vm.store(address(factory), bytes32(uint256(11)), 0);
        vm.prank(DEV);
        vm.expectRevert(ITokenFactory.TokenDeployerMissing.selector);
        factory.createToken("LATE", "Late", 10, false, 0, 100, false, 0, false);
        address deployer = deploy("FactoryTokenDeployer", "");
        vm.prank(OPERATOR);
        vm.expectRevert(ITokenFactory.ZeroAddress.selector);
        factory.setTokenDeployer(address(0));
        vm.prank(OPERATOR);
        factory.setTokenDeployer(deployer);
        vm.prank(DEV);
        vm.assertTrue(
            factory.isEcosystemToken(factory.createToken("LATE", "Late", 10, false, 0, 100, false, 0, false))
        );
    }

    function _word(address target, uint256 slot) private view returns (uint256) {
        return _at(target, bytes32(slot));
    }

    function _at(address target, bytes32 slot) private view returns (uint256) {
        return uint256(vm.load(target, slot));
    }

    function _namespace(string memory name) private pure returns (uint256) {
        return uint256(keccak256(abi.encode(uint256(keccak256(bytes(name))) - 1))) & ~uint256(0xff);
    }
}
